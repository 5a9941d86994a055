import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { administer } from '@answerable/auth/admin-command'
import { createLog } from '@answerable/service-kit/log'
import { readSettings, type SiteSettings } from '../settings.ts'
import { lockDataDirectory } from './data-directory.ts'
import { loadEnvironment } from './environment-file.ts'
import { startPostgres } from './postgres.ts'
import { ownerUrlOf, readCredentials } from './postgres-cluster.ts'
import { keptSecretKey, serviceDatabaseUrl } from './site-database.ts'
import { StartError } from './start-error.ts'

/** `npm run admin -- grant|revoke ADDRESS`, whether the site runs or not. */
const main = async (parameters: string[]): Promise<number> => {
  const settings = readSettings(loadEnvironment())
  const directory = dataDirectoryOf(settings)
  if (settings.DATABASE_URL !== undefined) {
    return administerAt({ settings, directory, ownerUrl: settings.DATABASE_URL }, parameters)
  }
  const lock = await lockDataDirectory(directory).catch(() => null)
  if (lock === null) {
    const ownerUrl = ownerUrlOf(readCredentials(directory))
    return administerAt({ settings, directory, ownerUrl }, parameters)
  }
  const log = createLog({ service: 'admin', level: 'warn' })
  const postgres = await startPostgres({ dataDir: directory, log })
  try {
    return await administerAt({ settings, directory, ownerUrl: postgres.ownerUrl }, parameters)
  } finally {
    await postgres.stop()
    await lock.release()
  }
}

/** That of the site, or of the demo where only the demo was ever started. */
const dataDirectoryOf = ({ DATA_DIR, DATABASE_URL }: SiteSettings): string => {
  const candidates = [DATA_DIR, `${DATA_DIR}-demo`].map((path) => resolve(path))
  if (DATABASE_URL !== undefined) return resolve(DATA_DIR)
  const found = candidates.filter((path) => existsSync(path))
  const [only, other] = found
  if (only === undefined) throw new StartError('There is no site yet. Run: npm start')
  if (other === undefined) return only
  throw new StartError(
    `There are two sites, ${DATA_DIR} and ${DATA_DIR}-demo: say which, as in DATA_DIR=${DATA_DIR}-demo npm run admin -- …`,
  )
}

const administerAt = async (
  site: { settings: SiteSettings; directory: string; ownerUrl: string },
  parameters: string[],
): Promise<number> => {
  const masterKey = site.settings.SECRET_KEY ?? (await keptSecretKey(site.directory))
  const url = serviceDatabaseUrl({ ownerUrl: site.ownerUrl, service: 'auth', masterKey })
  return administer(parameters, { DATABASE_URL: url })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
