import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ServiceName } from '@answerable/contracts/route'
import type { Environment } from '@answerable/service-kit/config'
import { createLog } from '@answerable/service-kit/log'
import { loadEnvironment } from '../environment-file.ts'
import { serviceDatabaseUrl } from '../secrets/derived.ts'
import { keptSecretKey } from '../secrets/kept-key.ts'
import { readSettings, type SiteSettings } from '../settings.ts'
import { lockDataDirectory } from './data-directory.ts'
import { startPostgres } from './postgres.ts'
import { ownerUrlOf, readCredentials } from './postgres-cluster.ts'
import { StartError } from './start-error.ts'

/** Takes what tells it the address of each service's database; answers the exit code. */
type Command = (environmentOf: (service: ServiceName) => Environment) => Promise<number>

/** Runs a command of services, whether the site runs or not, and ends with the exit code that it answers. */
export const runSiteCommand = async (command: Command): Promise<void> => {
  try {
    process.exitCode = await runOnSite(command)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

const runOnSite = async (command: Command): Promise<number> => {
  const settings = readSettings(loadEnvironment())
  const directory = dataDirectoryOf(settings)
  const runAt = async (ownerUrl: string): Promise<number> => {
    const masterKey = settings.SECRET_KEY ?? (await keptSecretKey(directory))
    return command((service) => ({
      DATABASE_URL: serviceDatabaseUrl({ ownerUrl, service, masterKey }),
    }))
  }
  if (settings.DATABASE_URL !== undefined) return runAt(settings.DATABASE_URL)
  const lock = await lockDataDirectory(directory).catch(() => null)
  if (lock === null) return runAt(ownerUrlOf(readCredentials(directory)))
  const log = createLog({ service: 'site', level: 'warn' })
  const postgres = await startPostgres({ dataDirectory: directory, log })
  try {
    return await runAt(postgres.ownerUrl)
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
    `There are two sites, ${DATA_DIR} and ${DATA_DIR}-demo: say which, with DATA_DIR=${DATA_DIR}-demo before the command`,
  )
}
