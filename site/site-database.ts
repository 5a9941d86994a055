import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { trustCertificates } from '@answerable/infra/certificates'
import type { SiteSettings } from '@answerable/infra/settings'
import { createLog } from '@answerable/service-kit/log'
import { type DataDirectoryLock, lockDataDirectory } from './data-directory.ts'
import { ownerUrlOf, readCredentials } from './postgres/cluster.ts'
import { startPostgres } from './postgres/postgres.ts'
import { StartError } from './start-error.ts'

/** Created by the Compose setup at its first start. */
const secretsDirectory = join(import.meta.dirname, '../.secrets')

type Place = { settings: Pick<SiteSettings, 'DATABASE_URL' | 'CA_FILE'>; directory: string }

type Work<Result> = (ownerUrl: string) => Promise<Result>

/** Runs the work with the database of a running or stopped site. */
export const withSiteDatabase = async <Result>(
  { settings, directory }: Place,
  work: Work<Result>,
): Promise<Result> => {
  trustCertificates(settings.CA_FILE)
  if (settings.DATABASE_URL !== undefined) return work(settings.DATABASE_URL)
  const lock = await lockDataDirectory(directory).catch(() => null)
  if (lock === null) return work(ownerUrlOf(readCredentials(directory)))
  return withOwnPostgres({ directory, lock }, work)
}

/** The same for work that needs a stopped site; throws StartError if it runs. */
export const withStoppedSite = async <Result>(
  { settings, directory }: Place,
  work: Work<Result>,
): Promise<Result> => {
  trustCertificates(settings.CA_FILE)
  if (settings.DATABASE_URL !== undefined) return work(settings.DATABASE_URL)
  return withOwnPostgres({ directory, lock: await lockDataDirectory(directory) }, work)
}

const withOwnPostgres = async <Result>(
  { directory, lock }: { directory: string; lock: DataDirectoryLock },
  work: Work<Result>,
): Promise<Result> => {
  try {
    const log = createLog({ service: 'site', level: 'warn' })
    const postgres = await startPostgres({ dataDirectory: directory, log })
    try {
      return await work(postgres.ownerUrl)
    } finally {
      await postgres.stop()
    }
  } finally {
    await lock.release()
  }
}

/** The site's directory, or the demo's if only the demo was ever started. */
export const dataDirectoryOf = ({ DATA_DIR, DATABASE_URL }: SiteSettings): string => {
  const candidates = [DATA_DIR, `${DATA_DIR}-demo`].map((path) => resolve(path))
  if (DATABASE_URL !== undefined) return resolve(DATA_DIR)
  const found = candidates.filter((path) => existsSync(path))
  const [only, other] = found
  if (only === undefined)
    throw new StartError(
      existsSync(secretsDirectory)
        ? 'This site runs in containers. See docs/runbook.md for the command to use there.'
        : 'There is no site in this folder yet. Run: npm start',
    )
  if (other === undefined) return only
  throw new StartError(
    `There are two sites, ${DATA_DIR} and ${DATA_DIR}-demo. Choose one by setting DATA_DIR, for example DATA_DIR=${DATA_DIR}-demo.`,
  )
}
