import type { ServiceName } from '@answerable/contracts/route'
import { loadEnvironment } from '@answerable/infra/environment-file'
import { serviceDatabaseUrl } from '@answerable/infra/secrets/derived'
import { storedSecretKey } from '@answerable/infra/secrets/stored-key'
import { readSettings } from '@answerable/infra/settings'
import type { Environment } from '@answerable/service-kit/config'
import { dataDirectoryOf, withSiteDatabase } from './site-database.ts'

/** Receives a function that returns each service's database URL; returns the exit code. */
type Command = (environmentOf: (service: ServiceName) => Environment) => Promise<number>

/** Runs a service's command on a running or stopped site and exits with its code. */
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
    const masterKey = settings.SECRET_KEY ?? (await storedSecretKey(directory))
    return command((service) => ({
      DATABASE_URL: serviceDatabaseUrl({ ownerUrl, service, masterKey }),
    }))
  }
  return withSiteDatabase({ settings, directory }, runAt)
}
