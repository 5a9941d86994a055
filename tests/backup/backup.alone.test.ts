import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { databaseAt, migrate } from '@answerable/infra/migrate/migrate'
import { database, databasePasswords } from '@answerable/infra/secrets/derived'
import { storedSecretKey } from '@answerable/infra/secrets/stored-key'
import { readSettings } from '@answerable/infra/settings'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { openS3Objects } from '@answerable/service-kit/snapshot-store/s3-objects'
import { partBytes } from '@answerable/service-kit/snapshot-store/s3-uploads'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { toFile } from '@answerable/site/backup/archive'
import { backUp } from '@answerable/site/backup/backup'
import { openBackupBucket, until as untilStopped } from '@answerable/site/backup/bucket'
import { freePort } from '@answerable/site/free-port'
import { startPostgres } from '@answerable/site/postgres/postgres'
import { type Site, startSite } from '@answerable/site/site'
import { webDirectory } from '@answerable/site/web-build'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Client, openClient } from '../faults/client.ts'
import { newLedger } from '../faults/ledger.ts'
import { type Load, startLoad } from '../faults/load.ts'
import { type Population, populate } from '../faults/members.ts'
import { until } from '../faults/program.ts'
import { openRecorder, type Recorder } from '../faults/samples.ts'
import { verify } from '../faults/verify.ts'
import { repeatWhileBusy } from '../tools/repeat-while-busy.ts'
import { s3Access, startS3 } from '../tools/servers.ts'

const log = createLog({ service: 'test', level: 'silent' })
const home = mkdtempSync(join(tmpdir(), 'answerable-backup-'))
const ownDirectory = join(home, 'site')
const archive = join(home, 'site.backup')

let site: Site
let db: Pool
let client: Client
let recorder: Recorder
let people: Population
let load: Load

beforeAll(async () => {
  // PostgreSQL may run under an account of its own.
  chmodSync(home, 0o711)
  site = await startAt(ownDirectory)
  db = poolOf(site.ownerUrl)
  people = await populate(db, { memberCount: 500, submissionCount: 50 })
  client = openClient(() => [site.url], { isPatient: true })
  recorder = openRecorder()
  for (const submissionId of people.submissionIds.slice(0, 5))
    await until('a boost is made', async () => (await boost(submissionId)) === 200)
  load = startLoad({ client, recorder, people, rate: 40 })
  const writes = () => recorder.since(0).filter(({ group }) => group === 'writes').length
  await until('some writes were made', async () => writes() > 100)
})
afterAll(async () => {
  await load.stop()
  client.close()
  await site.stop()
  rmSync(home, { recursive: true, force: true })
})

const startAt = async (dataDirectory: string): Promise<Site> => {
  const settings = readSettings({
    PORT: String(await freePort()),
    DATA_DIR: dataDirectory,
    TRUST_PROXY_HOPS: '1',
    LOG_LEVEL: 'silent',
    CHECK_SOURCES: 'off',
  })
  return startSite({ settings, webDirectory, onProgress: () => {} })
}

/** At least five decisions: one that got a late response was made again. */
const wholeLog = /^The log is intact: ([5-9]|\d\d+) decisions/

const poolOf = (url: string): Pool => openPool({ url: patientUrl(url), max: 2, name: 'test', log })

const boost = async (submissionId: string): Promise<number> => {
  const [admin] = people.admins
  const response = await client.send({
    method: 'POST',
    path: `/api/admin/submissions/${submissionId}/super-boost`,
    body: { boostValue: 3 },
    cookie: admin?.cookie ?? '',
    address: admin?.address ?? '',
  })
  return response.status
}

const run = (
  script: string,
  parameters: readonly string[],
  dataDirectory: string,
  environment: Record<string, string> = {},
) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../site', script), ...parameters], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory, ...environment },
    encoding: 'utf8',
  })

test('a backup under load is consistent, and the restored site is complete and works', async () => {
  await backUp(site.ownerUrl, { write: toFile(archive), recipients: null })
  expect(statSync(archive).mode & 0o777).toBe(0o600)

  const dataDirectory = join(home, 'restored')
  const restored = run('backup/main.ts', ['restore', archive], dataDirectory)
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  const checked = run('commands/verify-log.ts', [], dataDirectory)
  expect(checked).toMatchObject({ status: 0, stderr: '' })
  expect(checked.stdout).toMatch(wholeLog)

  const again = await startAt(dataDirectory)
  onTestFinished(again.stop)
  const pool = poolOf(again.ownerUrl)
  onTestFinished(() => pool.end())
  expect((await verify(pool, newLedger())).drift).toEqual([])

  const visitor = openClient(() => [again.url], { isPatient: true })
  onTestFinished(visitor.close)
  const who = people.members.at(-1)
  const member = { cookie: who?.cookie ?? '', address: who?.address ?? '' }
  const vote = async () => {
    const path = `/api/boycotts/${people.submissionIds.at(-1)}/vote`
    const response = await visitor.send({ method: 'POST', path, body: { value: 1 }, ...member })
    return response.status
  }
  await expect.poll(vote).toBe(200)
  const feed = await repeatWhileBusy(() =>
    visitor.send({ method: 'GET', path: '/api/boycotts', address: '198.18.0.1' }),
  )
  expect(JSON.parse(feed.text)).toHaveLength(30)
})

test('no write waits long for a lock while the migrator runs again', async () => {
  const before = performance.now()
  const watcher = poolOf(site.ownerUrl)
  let maxWait = 0
  let isOver = false
  const watching = until('the migrator is done', async () => {
    const { rows } = await watcher.query<{ wait: number }>(
      `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float AS wait
       FROM pg_locks WHERE NOT granted`,
    )
    maxWait = Math.max(maxWait, rows[0]?.wait ?? 0)
    return isOver
  })
  const masterKey = await storedSecretKey(ownDirectory)
  const goodWrites = () =>
    recorder.since(before).filter(({ group, isGood }) => group === 'writes' && isGood).length
  // Until a write succeeds meanwhile, however slow the machine is.
  for (let time = 0; time < 3 || goodWrites() === 0; time += 1) {
    await migrate({
      ownerUrl: site.ownerUrl,
      database,
      passwords: databasePasswords(masterKey),
      log,
    })
  }
  isOver = true
  await watching
  await watcher.end()
  // Less than a second on an idle machine.
  expect(maxWait).toBeLessThan(30)
})

test('refuses damaged and partial backups and overwriting existing data', () => {
  const dataDirectory = join(home, 'restored')
  const lines = gunzipSync(readFileSync(archive)).toString()
  const refusals = [
    [gzipSync(lines.replace('Everywhere', 'Elsewhere')), /^The backup is damaged: .*\n$/],
    [gzipSync(lines.slice(0, lines.length / 2)), /is not a complete backup\.\n$/],
    [readFileSync(archive).subarray(0, 5_000), /is not a complete backup\.\n$/],
    [Buffer.from('something else'), /is not a complete backup\.\n$/],
    [gzipSync(lines.replace(/"0002_/, '"9002_')), /^The backup is from a newer version: .*\n$/],
    [
      gzipSync(lines.replace(/"0001_/, '"9001_')),
      /made by a version before the first release\.\n$/,
    ],
  ] as const
  const path = join(home, 'other.backup')
  for (const [content, reason] of refusals) {
    writeFileSync(path, content)
    const refused = run('backup/main.ts', ['restore', path, '--replace'], dataDirectory)
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(reason) })
  }
  const full = run('backup/main.ts', ['restore', archive], dataDirectory)
  expect(full).toMatchObject({ status: 1, stderr: expect.stringContaining('--replace') })
  const running = run('backup/main.ts', ['restore', archive, '--replace'], ownDirectory)
  expect(running).toMatchObject({ status: 1, stderr: expect.stringContaining('is in use') })
  const twice = run('backup/main.ts', ['backup', archive], ownDirectory)
  expect(twice).toMatchObject({ status: 1, stderr: expect.stringContaining('already exists') })
  const checked = run('commands/verify-log.ts', [], dataDirectory)
  expect(checked.stdout).toMatch(wholeLog)
})

test('an encrypted backup under load goes to a bucket and is restored from there', async () => {
  const identity = await generateIdentity()
  const s3 = await startS3()
  onTestFinished(s3.stop)
  const settings = {
    BACKUP_STORE: `s3://${s3Access.bucket}/site`,
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_ENDPOINT: s3.url,
    BACKUP_ACCESS_KEY_ID: s3Access.accessKeyId,
    BACKUP_SECRET_ACCESS_KEY: s3Access.secretAccessKey,
  }
  const records = async () => (await db.query('SELECT FROM auth.backups')).rowCount ?? 0
  const before = await records()
  const lost = run('backup/main.ts', ['backup'], ownDirectory, {
    ...settings,
    BACKUP_SECRET_ACCESS_KEY: 'another',
  })
  expect(lost).toMatchObject({ status: 1, stderr: expect.stringMatching(/^write: [^\n]+\n$/) })
  expect(await records()).toBe(before)
  const open = run('backup/main.ts', ['backup'], ownDirectory, {
    ...settings,
    BACKUP_RECIPIENT: '',
  })
  expect(open).toMatchObject({
    status: 1,
    stderr: 'Invalid settings: BACKUP_RECIPIENT must be set with BACKUP_STORE\n',
  })

  const bucket = await openBackupBucket(readSettings(settings))
  const stopping = new AbortController()
  const stopped = backUp(site.ownerUrl, {
    recipients: settings.BACKUP_RECIPIENT,
    write: (content) => bucket.create().write(untilStopped(stopping.signal, slowly(content))),
  })
  async function* slowly(content: AsyncIterable<Buffer>) {
    // The first part is stored once more bytes are requested.
    yield randomBytes(partBytes + 1)
    stopping.abort(new Error('The backup was stopped.'))
    yield* content
  }
  await expect(stopped).rejects.toThrow('The backup was stopped.')
  expect(await records()).toBe(before)
  const objects = await openS3Objects({
    ...{ ...s3Access, endpoint: s3.url, region: 'us-east-1', prefix: '' },
  })
  expect(await Array.fromAsync(objects.list(''))).toEqual([])
  expect(await objects.unfinishedUploads('')).toEqual([])
  const put = (name: string) =>
    objects.put(`site/${name}`, Buffer.from('old'), new AbortController().signal)
  await put('answerable-2020-01-01T000000Z.backup.age')
  await put('notes-2020-01-01.txt')
  const made = run('backup/main.ts', ['backup'], ownDirectory, settings)
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(await records()).toBe(before + 1)
  const names = await Array.fromAsync(objects.list('site/'), ({ key }) => key)
  expect(names).toEqual([
    expect.stringMatching(/^site\/answerable-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.age$/),
    'site/notes-2020-01-01.txt',
  ])
  const listed = run('backup/main.ts', ['backup', '--list'], ownDirectory, settings)
  expect(listed.stdout).toMatch(/^answerable-\S+Z\.backup\.age \d+ bytes\n$/)

  const dataDirectory = join(home, 'restored')
  const key = join(home, 'identity')
  writeFileSync(key, `# a comment\n${identity}\n`)
  const address = `s3://${s3Access.bucket}/${names[0]}`
  for (const place of [address, 'latest']) {
    const parameters = ['restore', place, '--replace', '--identity', key]
    expect(run('backup/main.ts', parameters, dataDirectory, settings)).toMatchObject({
      status: 0,
      stderr: '',
    })
  }
  expect(run('commands/verify-log.ts', [], dataDirectory).stdout).toMatch(wholeLog)
  const unknown = run('backup/main.ts', ['restore', `${address}x`], dataDirectory, settings)
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('is not a backup') })
})

test('an encrypted file is refused without its key, with another key, and if it is damaged', async () => {
  const [identity, other] = [await generateIdentity(), await generateIdentity()]
  const path = join(home, 'encrypted.backup.age')
  const [key, otherKey, noKey] = ['key', 'other-key', 'no-key'].map((name) => join(home, name))
  writeFileSync(key ?? '', identity)
  writeFileSync(otherKey ?? '', other)
  writeFileSync(noKey ?? '', 'age1something')
  const recipients = `${await identityToRecipient(other)}  ${await identityToRecipient(identity)}`
  const wrong = run('backup/main.ts', ['backup', path], ownDirectory, {
    BACKUP_RECIPIENT: `${recipients}x`,
  })
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('BACKUP_RECIPIENT') })
  const made = run('backup/main.ts', ['backup', path], ownDirectory, {
    BACKUP_RECIPIENT: await identityToRecipient(identity),
  })
  expect(made).toMatchObject({ status: 0, stderr: '' })
  const content = readFileSync(path)
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')

  const dataDirectory = join(home, 'restored')
  const damaged = Buffer.from(content)
  damaged[content.length - 100] = ~(damaged[content.length - 100] ?? 0)
  const damagedHeader = Buffer.from(content)
  damagedHeader[60] = ~(damagedHeader[60] ?? 0)
  const refusals = [
    [content, [], /^The backup is encrypted: add --identity FILE/],
    [content, ['--identity', otherKey], /^The backup is encrypted to another key/],
    [content, ['--identity', noKey], /must have private keys of age/],
    [content, ['--identity', join(home, 'missing')], /missing cannot be read\.\n$/],
    [damaged, ['--identity', key], /is not a complete backup\.\n$/],
    [damagedHeader, ['--identity', key], /is not a complete backup\.\n$/],
    [content.subarray(0, -1_000), ['--identity', key], /is not a complete backup\.\n$/],
    [content.subarray(0, 40), ['--identity', key], /is not a complete backup\.\n$/],
  ] as const
  const copy = join(home, 'copy.backup.age')
  for (const [bytes, parameters, reason] of refusals) {
    writeFileSync(copy, bytes)
    const words = ['restore', copy, '--replace', ...parameters.map(String)]
    const refused = run('backup/main.ts', words, dataDirectory)
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(reason) })
  }
})

test('restores every row and sequence of a stopped site over another site', async () => {
  // On a slow machine, thousands of requests may still wait for their turn.
  load.abandon()
  await db.end()
  await site.stop()
  const path = join(home, 'quiet.backup')
  expect(run('backup/main.ts', ['backup', path], ownDirectory).status).toBe(0)
  const dataDirectory = join(home, 'restored')
  const restored = run('backup/main.ts', ['restore', path, '--replace'], dataDirectory)
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  const [was, is] = [await stateOf(ownDirectory), await stateOf(dataDirectory)]
  expect(is).toEqual(was)
  expect(Object.keys(was)).toContain('moderation.decision_log')
})

/** The number of rows of every table and their hash, computed by PostgreSQL. */
const stateOf = async (dataDirectory: string): Promise<Record<string, string>> => {
  const postgres = await startPostgres({ dataDirectory, log })
  const pool = poolOf(databaseAt(postgres.ownerUrl, database))
  try {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
       WHERE schemaname IN ('auth', 'catalog', 'moderation', 'diagnostics', 'notifications', 'evidence')
         AND tablename <> 'migrations' ORDER BY 1`,
    )
    const state: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: hashed } = await pool.query<{ hash: string }>(
        `SELECT count(*) || ' ' || md5(coalesce(string_agg(each::text, ',' ORDER BY each::text), ''))
           AS hash FROM ${name} AS each`,
      )
      state[name] = hashed[0]?.hash ?? ''
    }
    const { rows: sequences } = await pool.query(
      `SELECT schemaname, sequencename, last_value FROM pg_sequences
       WHERE sequencename NOT LIKE 'migrations%' ORDER BY 1, 2`,
    )
    return { ...state, sequences: JSON.stringify(sequences) }
  } finally {
    await pool.end()
    await postgres.stop()
  }
}
