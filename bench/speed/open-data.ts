import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readRanking } from '@answerable/contracts/ranking'
import { pathOf } from '@answerable/contracts/route'
import { sorts } from '@answerable/contracts/submissions'
import pg from 'pg'
import { s3Access, startS3 } from '../../tests/tools/servers.ts'
import { median } from '../page/statistics.ts'
import type { Bench, Row } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import type { LoadResult } from './load-result.ts'
import { highestResidentMegabytes, residentMegabytes } from './memory.ts'
import { castVotes, votesPerSecond } from './notifying.ts'
import { seedSubmissions, submissionAt } from './seed.ts'

const voteSeconds = 10
/** Measurements of votes without a snapshot: half of them before, half after. */
const slicesAlone = 6
const explained = 200

/**
 * P19: a snapshot of the open data of a million submissions, in a directory and in an S3 bucket, beside votes; and the
 * explanation of a rank.
 */
export const openDataRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, submissions, onProgress } = bench
  onProgress(`P19 seeding ${submissions.toLocaleString('en')} submissions`)
  await seedSubmissions(stack.ownerUrl, 10_000, submissions)
  const directory = mkdtempSync(join(tmpdir(), 'answerable-open-data-'))
  const server = await startS3()
  // In operation, the bucket is on another machine.
  pin([server.pid], [loadCore])
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  try {
    const inDirectory = await measure(bench, owner, { OPEN_DATA_DIR: directory })
    if (readdirSync(directory).length !== 1) throw new Error('the snapshot is not there')
    const inBucket = await measure(bench, owner, {
      OPEN_DATA_STORE: `s3://${s3Access.bucket}/bench`,
      OPEN_DATA_ENDPOINT: server.url,
      OPEN_DATA_ACCESS_KEY_ID: s3Access.accessKeyId,
      OPEN_DATA_SECRET_ACCESS_KEY: s3Access.secretAccessKey,
    })
    return [
      ...rowsOf('a directory', submissions, inDirectory),
      ...rowsOf('an S3 bucket', submissions, inBucket),
      ...(await explanationRows(bench)),
    ]
  } finally {
    await owner.end()
    await server.stop()
    rmSync(directory, { recursive: true })
  }
}

type Measured = {
  seconds: number
  /** Resident memory of catalog before the snapshot, and its highest value during it. */
  before: number
  megabytes: number
  alone: readonly LoadResult[]
  beside: readonly LoadResult[]
}

const measure = async (
  bench: Bench,
  owner: pg.Client,
  environment: Record<string, string>,
): Promise<Measured> => {
  const { stack, onProgress } = bench
  const votes = () => castVotes({ ...bench, seconds: voteSeconds })
  const name = Object.keys(environment)[0]
  const alone: LoadResult[] = []
  const measureAlone = async () => {
    for (let slice = 0; slice < slicesAlone / 2; slice += 1) alone.push(await votes())
  }
  await owner.query(`UPDATE catalog.snapshot_schedule SET due_at = 'infinity'`)
  await stack.restart(environment)
  const { gateway, catalog, auth, notifications, realtime, postgres, nats } = stack.pids
  pin([gateway, catalog, auth, notifications, realtime, postgres, nats], [serverCore])
  onProgress(`P19 votes alone, ${name}`)
  await votes()
  await measureAlone()
  onProgress(`P19 votes beside a snapshot, ${name}`)
  const before = residentMegabytes(catalog)
  // Forgets the highest memory so far.
  writeFileSync(`/proc/${catalog}/clear_refs`, '5')
  const beside: LoadResult[] = []
  let isTaken = false
  const taking = untilTaken(owner).finally(() => {
    isTaken = true
  })
  do beside.push(await votes())
  while (!isTaken)
  const seconds = await taking
  const megabytes = highestResidentMegabytes(catalog)
  await measureAlone()
  return { seconds, before, megabytes, alone, beside }
}

const patienceSeconds = 1_800

/** Makes a snapshot due, and returns the seconds until it is complete. */
const untilTaken = async (owner: pg.Client): Promise<number> => {
  await owner.query('UPDATE catalog.snapshot_schedule SET due_at = now()')
  const startedAt = performance.now()
  for (;;) {
    const { rowCount } = await owner.query(
      'SELECT FROM catalog.snapshot_schedule WHERE due_at > now()',
    )
    const seconds = (performance.now() - startedAt) / 1_000
    if (rowCount === 1) return seconds
    if (seconds > patienceSeconds) throw new Error('the snapshot was not taken')
    await delay(100)
  }
}

const rowsOf = (where: string, submissions: number, measured: Measured): Row[] => {
  const { alone, beside, seconds, before, megabytes } = measured
  const [p50, p99] = (['p50', 'p99'] as const).map((name) => ({
    alone: median(alone.map(({ latency }) => latency[name])),
    beside: median(beside.map(({ latency }) => latency[name])),
  }))
  const written = (of: typeof p50) => `${of?.alone.toFixed(1)} to ${of?.beside.toFixed(1)} ms`
  const refused = [...alone, ...beside].reduce((sum, one) => sum + one.failed + refusals(one), 0)
  return [
    {
      id: 'P19',
      what: `a snapshot of ${submissions.toLocaleString('en')} submissions in ${where}`,
      bar: { is: 'at most', value: 300 },
      values: [seconds],
      unit: 's',
    },
    {
      id: 'P19',
      what: `99th percentile of ${votesPerSecond} votes a second beside it, relative to votes alone`,
      bar: { is: 'at most', value: 1.2 },
      values: [(p99?.beside ?? Number.NaN) / (p99?.alone ?? Number.NaN)],
      unit: 'times',
      note: `p50 ${written(p50)}, p99 ${written(p99)}; medians of ${alone.length} and ${beside.length} times ${voteSeconds} seconds; ${refused} votes failed`,
    },
    {
      id: 'P19',
      what: 'highest resident memory of catalog during the snapshot',
      bar: { is: 'at most', value: 300 },
      values: [megabytes],
      unit: 'MB',
      note: `${before.toFixed(0)} MB before it`,
    },
  ]
}

const refusals = ({ statuses }: LoadResult): number =>
  Object.entries(statuses).reduce((sum, [code, count]) => sum + (Number(code) < 400 ? 0 : count), 0)

/** Explanations of different submissions, which are in no cache, one after the other. */
const explanationRows = async ({ stack, submissions, onProgress }: Bench): Promise<Row[]> => {
  const rows: Row[] = []
  for (const sort of sorts) {
    onProgress(`P19 explanations of ranks in ${sort}`)
    const values: number[] = []
    for (let at = 0; at < explained; at += 1) {
      const id = submissionAt(Math.floor((at * submissions) / explained))
      const startedAt = performance.now()
      const address = pathOf(readRanking, { params: { id }, query: { sort } })
      const response = await fetch(`${stack.url}${address}`)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
      values.push(performance.now() - startedAt)
    }
    values.sort((one, other) => one - other)
    rows.push({
      id: 'P19',
      what: `explanation of a rank in ${sort}, one reader at a time`,
      bar: { is: 'at most', value: 10 },
      values,
      unit: 'ms',
      note: `p99 ${values[Math.floor(explained * 0.99)]?.toFixed(1)} ms`,
    })
  }
  return rows
}
