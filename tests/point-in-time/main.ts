import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '@answerable/infra/demo/seed'
import { serviceDatabaseUrl } from '@answerable/infra/secrets/derived'
import { readSettings } from '@answerable/infra/settings'
import { verifyCommand } from '@answerable/moderation/verify-command'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { freePort } from '@answerable/site/free-port'
import { clusterIn } from '@answerable/site/postgres/cluster'
import { type Postgres, startPostgres } from '@answerable/site/postgres/postgres'
import { ask } from '@answerable/site/postgres/testing/ask'
import { type Site, startSite } from '@answerable/site/site'
import { buildWebWhenNeeded, webDirectory } from '@answerable/site/web-build'
import { printTable } from '../faults/print-table.ts'
import { until } from '../faults/program.ts'
import { driftOf } from '../faults/verify.ts'
import { type Archive, openArchive } from './archive.ts'
import { openVoters, votesIn } from './voters.ts'

// Deletes all votes by mistake, loses the disk of PostgreSQL, and recovers both with pgBackRest.

const directory = mkdtempSync(join(tmpdir(), 'answerable-point-in-time-'))
// PostgreSQL may run under an account of its own.
chmodSync(directory, 0o711)
const dataDirectory = join(directory, 'postgres')
const masterKey = randomBytes(36).toString('base64')
const log = createLog({ service: 'point-in-time', level: 'warn' })
const undo: (() => Promise<unknown>)[] = []

try {
  await buildWebWhenNeeded(() => {})
  process.exitCode = await tryRecovery()
} finally {
  for (const step of undo.reverse()) await step()
  rmSync(directory, { recursive: true, force: true })
}

async function tryRecovery(): Promise<number> {
  let password = ''
  const archive = await openArchive(directory, dataDirectory, () => password)
  undo.push(archive.stop)
  let postgres = await openPostgres(archive)
  undo.push(() => postgres.stop())
  password = new URL(postgres.ownerUrl).password
  let site = await openSite(postgres, 'before')
  undo.push(() => site.stop())
  await seedDemo({ ownerUrl: site.ownerUrl, onProgress: () => {}, moderation: true })
  await archive.run('stanza-create')
  await archive.run('check')

  const voters = await openVoters(site)
  const votes = () => voters.acknowledged().length
  await until('200 votes', async () => votes() >= 200)
  const backup = await timed(() => archive.run('--type=full', 'backup'))
  const atBackup = votes()
  await until('200 more votes', async () => votes() >= atBackup + 200)
  const promised = voters.acknowledged()
  const [{ target } = {}] = await ask(site.ownerUrl, 'SELECT clock_timestamp()::text AS target')
  const sentBefore = voters.sent()
  await ask(site.ownerUrl, 'DELETE FROM catalog.votes')
  const atMistake = votes()
  await until('100 later votes', async () => votes() >= atMistake + 100)
  await voters.stop()
  await untilArchived(postgres)
  await site.stop()
  await postgres.stop()
  loseDisk()

  const restore = await timed(() =>
    archive.run('--type=time', `--target=${target}`, '--target-action=promote', 'restore'),
  )
  const recovery = await timed(async () => {
    postgres = await openPostgres(archive)
    await until('recovery', async () => !(await isRecovering(postgres)))
  })
  // With a bus and limits of its own, as with an empty NATS and Redis.
  const start = await timed(async () => {
    site = await openSite(postgres, 'after')
  })
  const log = await verifyCommand({
    DATABASE_URL: serviceDatabaseUrl({
      ...{ ownerUrl: postgres.ownerUrl, service: 'moderation', masterKey },
    }),
  })
  const found = await votesIn(site)
  const lost = promised.filter((vote) => !found.has(vote))
  const late = [...found].filter((vote) => voters.sent().has(vote) && !sentBefore.has(vote))
  const wrong = await wrongNumbers(site)
  const again = await openVoters(site)
  await until('a vote on the recovered site', async () => again.acknowledged().length > 0)
  await again.stop()
  const rows: readonly (readonly [string, string | number, boolean])[] = [
    ['votes acknowledged before the end of the backup', atBackup, true],
    ['votes acknowledged before the chosen time', promised.length, true],
    ['of these, lost', lost.length, lost.length === 0],
    ['votes sent after the chosen time that are there', late.length, late.length === 0],
    ['submissions with wrong numbers', wrong, wrong === 0],
    ['moderation log', log === 0 ? 'intact' : 'broken', log === 0],
    ['seconds: full backup', backup, true],
    ['seconds: restore', restore, true],
    ['seconds: start of PostgreSQL with recovery', recovery, true],
    ['seconds: start of the site', start, true],
  ]
  return printTable('All votes deleted, then the disk lost', {
    headings: ['', 'result'],
    rows: rows.map(([what, result, isHeld]) => ({ cells: [what, result], isHeld })),
  }) === 0
    ? 0
    : 1
}

function openPostgres({ port, settings }: Archive): Promise<Postgres> {
  return startPostgres({ dataDirectory, log, port, settings })
}

async function openSite({ ownerUrl }: Postgres, name: string): Promise<Site> {
  const settings = readSettings({
    ...{ DATABASE_URL: ownerUrl, SECRET_KEY: masterKey, DATA_DIR: join(directory, name) },
    ...{ PORT: String(await freePort()), LOG_LEVEL: 'error' },
    ...{ CHECK_SOURCES: 'off', RATE_LIMITS: 'off' },
  })
  return startSite({ settings, webDirectory, onProgress: () => {} })
}

/** Closes the current segment of the log, and waits until pgBackRest has stored all segments. */
async function untilArchived({ ownerUrl }: Postgres): Promise<void> {
  await ask(ownerUrl, 'SELECT pg_switch_wal()')
  await until('the archive is complete', async () => {
    const [{ ready } = {}] = await ask(
      ownerUrl,
      `SELECT count(*)::int AS ready FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'`,
    )
    return ready === 0
  })
}

/** Leaves an empty directory of the same owner. */
function loseDisk(): void {
  const cluster = clusterIn(dataDirectory)
  const { uid, gid } = statSync(cluster)
  rmSync(cluster, { recursive: true })
  mkdirSync(cluster, { mode: 0o700 })
  chownSync(cluster, uid, gid)
}

async function isRecovering({ ownerUrl }: Postgres): Promise<boolean> {
  const [{ recovering } = {}] = await ask(ownerUrl, 'SELECT pg_is_in_recovery() AS recovering')
  return recovering !== false
}

async function wrongNumbers({ ownerUrl }: Site): Promise<number> {
  const db = openPool({ url: ownerUrl, max: 1, name: 'point in time', log })
  try {
    return (await driftOf(db)).length
  } finally {
    await db.end()
  }
}

/** Seconds that the work takes. */
async function timed(work: () => Promise<void>): Promise<string> {
  const startedAt = performance.now()
  await work()
  return ((performance.now() - startedAt) / 1_000).toFixed(1)
}
