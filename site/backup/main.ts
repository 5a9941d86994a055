import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { trustCertificates } from '@answerable/infra/certificates'
import { loadEnvironment } from '@answerable/infra/environment-file'
import { readConfig } from '@answerable/infra/migrate/config'
import { databaseAt } from '@answerable/infra/migrate/migrate'
import { database, databasePasswords } from '@answerable/infra/secrets/derived'
import { storedSecretKey } from '@answerable/infra/secrets/stored-key'
import { readSettings, type SiteSettings } from '@answerable/infra/settings'
import { createLog } from '@answerable/service-kit/log'
import { dataDirectoryOf, withSiteDatabase, withStoppedSite } from '../site-database.ts'
import {
  fromFile,
  fromStandardInput,
  type Source,
  toFile,
  toStandardOutput,
  type Write,
} from './archive.ts'
import { backUp } from './backup.ts'
import { type BackupBucket, openBackupBucket, until } from './bucket.ts'
import { restore } from './restore.ts'

const usage = [
  'Usage: npm run backup [-- FILE | --list]',
  '       npm run restore -- BACKUP [--identity FILE] [--replace]',
  'Without FILE, the backup goes to BACKUP_STORE; - is the standard output (npm run --silent).',
  'BACKUP is a file, - for the standard input, s3://… in BACKUP_STORE, or latest for the latest one there.',
].join('\n')

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      identity: { type: 'string' },
    },
  })
  const [verb, place, ...rest] = positionals
  const { replace, list, identity } = values
  if (rest.length > 0) throw new Error(usage)
  if (verb === 'backup' && list && place === undefined) await listBackups()
  else if (verb === 'backup' && !replace && !list && identity === undefined) await backUpSite(place)
  else if (verb === 'restore' && place !== undefined && !list)
    await restoreSite(place, { mayReplace: replace, identity: identity ?? null })
  else throw new Error(usage)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function listBackups(): Promise<void> {
  const bucket = await openBucket(readSettings(loadEnvironment()))
  for (const { name, bytes } of await bucket.list())
    process.stdout.write(`${name} ${bytes} bytes\n`)
}

async function backUpSite(path: string | undefined): Promise<void> {
  const settings = readSettings(loadEnvironment())
  const recipients = settings.BACKUP_RECIPIENT ?? null
  if (path?.startsWith('s3://'))
    throw new Error('Set BACKUP_STORE to back up to a bucket, and name no file.')
  const bucket = path === undefined ? await openBucket(settings) : null
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error('The backup was stopped.')))
  const target = bucket?.create() ?? targetAt(path ?? '-')
  const rows = await withSiteDatabase(
    { settings, directory: dataDirectoryOf(settings) },
    (ownerUrl) =>
      backUp(databaseAt(ownerUrl, database), {
        recipients,
        write: (content) => target.write(until(stopping.signal, content)),
      }),
  )
  await bucket?.deleteOlderThan(settings.BACKUP_KEEP_DAYS)
  if (path === '-') return
  say(`${target.address}: ${rows} rows.`)
  if (recipients === null)
    say('It contains email addresses and private data and is not encrypted: store it securely.')
  say('It does not contain the secret key.')
}

function targetAt(path: string): { address: string; write: Write } {
  if (path === '-') return { address: 'The standard output', write: toStandardOutput }
  return { address: resolve(path), write: toFile(resolve(path)) }
}

function openBucket(settings: SiteSettings): Promise<BackupBucket> {
  trustCertificates(settings.CA_FILE)
  return openBackupBucket(settings)
}

async function sourceAt(place: string, settings: SiteSettings): Promise<Source> {
  if (place === '-') return fromStandardInput()
  if (place !== 'latest' && !place.startsWith('s3://')) return fromFile(resolve(place))
  return (await openBucket(settings)).open(place)
}

async function restoreSite(
  place: string,
  { mayReplace, identity }: { mayReplace: boolean; identity: string | null },
): Promise<void> {
  const environment = loadEnvironment()
  const settings = readSettings(environment)
  const directory = resolve(settings.DATA_DIR)
  const source = await sourceAt(place, settings)
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
      source,
      identity: identity === null ? null : resolve(identity),
      mode: mayReplace ? 'replace' : 'only into an empty site',
    })
  })
  say(`Restored ${restored.rows} rows as of ${restored.madeAt}.`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
