import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnvironment } from '@answerable/infra/environment-file'
import { readConfig } from '@answerable/infra/migrate/config'
import { databaseAt } from '@answerable/infra/migrate/migrate'
import { database, databasePasswords } from '@answerable/infra/secrets/derived'
import { storedSecretKey } from '@answerable/infra/secrets/stored-key'
import { readSettings } from '@answerable/infra/settings'
import { createLog } from '@answerable/service-kit/log'
import { dataDirectoryOf, withSiteDatabase, withStoppedSite } from '../site-database.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const usage =
  'Usage: npm run backup -- FILE\n       npm run restore -- FILE [--replace]\nFILE may be - to restore from the standard input.'

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [verb, file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new Error(usage)
  if (verb === 'backup' && !values.replace) await backUpSite(resolve(file))
  else if (verb === 'restore')
    await restoreSite(file === '-' ? null : resolve(file), values.replace)
  else throw new Error(usage)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function backUpSite(path: string): Promise<void> {
  const settings = readSettings(loadEnvironment())
  const place = { settings, directory: dataDirectoryOf(settings) }
  const rows = await withSiteDatabase(place, (ownerUrl) =>
    backUp(databaseAt(ownerUrl, database), path),
  )
  say(`${path}: ${rows} rows. It contains email addresses and private data: store it securely.`)
  say('It does not contain the secret key.')
}

async function restoreSite(path: string | null, mayReplace: boolean): Promise<void> {
  const environment = loadEnvironment()
  const settings = readSettings(environment)
  const directory = resolve(settings.DATA_DIR)
  const restored = await withStoppedSite({ settings, directory }, async (ownerUrl) => {
    const passwords = async () =>
      // The migrator's container has these settings and no key.
      environment.AUTH_DB_PASSWORD_FILE === undefined
        ? databasePasswords(settings.SECRET_KEY ?? (await storedSecretKey(directory)))
        : readConfig(environment).passwords
    return restore({
      ownerUrl,
      database,
      passwords: await passwords(),
      log: createLog({ service: 'restore', level: 'warn' }),
      path,
      mode: mayReplace ? 'replace' : 'only into an empty site',
    })
  })
  say(`Restored ${restored.rows} rows as of ${restored.madeAt}.`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
