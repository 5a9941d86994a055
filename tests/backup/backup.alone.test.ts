import { spawnSync } from 'node:child_process'
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
import { backUp } from '@answerable/site/backup/backup'
import { freePort } from '@answerable/site/free-port'
import { startPostgres } from '@answerable/site/postgres/postgres'
import { type Site, startSite } from '@answerable/site/site'
import { webDirectory } from '@answerable/site/web-build'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Client, openClient } from '../faults/client.ts'
import { newLedger } from '../faults/ledger.ts'
import { type Load, startLoad } from '../faults/load.ts'
import { type Population, populate } from '../faults/members.ts'
import { until } from '../faults/program.ts'
import { openRecorder, type Recorder } from '../faults/samples.ts'
import { verify } from '../faults/verify.ts'

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
  client = openClient(() => [site.url])
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

const poolOf = (url: string): Pool => openPool({ url, max: 2, name: 'test', log })

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

const run = (script: string, parameters: readonly string[], dataDirectory: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../site', script), ...parameters], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory },
    encoding: 'utf8',
  })

test('a backup under load is consistent, and the restored site is complete and works', async () => {
  await backUp(site.ownerUrl, archive)
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

  const visitor = openClient(() => [again.url])
  onTestFinished(visitor.close)
  const who = people.members.at(-1)
  const member = { cookie: who?.cookie ?? '', address: who?.address ?? '' }
  const vote = async () => {
    const path = `/api/boycotts/${people.submissionIds.at(-1)}/vote`
    const response = await visitor.send({ method: 'POST', path, body: { value: 1 }, ...member })
    return response.status
  }
  await expect.poll(vote).toBe(200)
  const feed = await visitor.send({ method: 'GET', path: '/api/boycotts', address: '198.18.0.1' })
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
