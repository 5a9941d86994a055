import type { Measure } from '@answerable/contracts/timeline'
import { type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { LRUCache } from 'lru-cache'
import {
  measuresOf,
  reachedMilestone,
  reachesThresholds,
  type Thresholds,
  type Watched,
} from './rules.ts'
import { setStatus } from './set-status.ts'
import { revive } from './staleness.ts'
import {
  activateSupported,
  checkDue,
  lockWatched,
  restoreMilestones,
  storeMilestones,
} from './status-jobs.ts'

export type StatusWatch = {
  /** Looks at submissions after the commit of these numbers of votes or joins, by id, without waiting. */
  check: (rows: Iterable<Watched>, ballots: ReadonlyMap<string, number>) => void
  /** Looks at a submission after the commit of a comment, an edit or an update, without waiting. */
  checkStale: (id: string) => void
  /** Does the work of the job now: repairs what a crash has lost, and looks at the submissions that are due. */
  run: () => Promise<void>
  /** Resolves once nothing is being written. */
  settled: () => Promise<void>
  stop: () => Promise<void>
}

export type Milestone = { measure: Measure; value: number }

const everyMilliseconds = 60_000
const maxKnownMilestones = 20_000

type Options = { pool: Pool; log: Log; onCommit: () => void; thresholds: Thresholds }

/**
 * Follows the numbers of submissions. Votes and joins hand over the rows that they have committed anyway, so that they
 * need no further statement. What a crash loses, the job repairs.
 */
export const openStatusWatch = ({ pool, log, onCommit, thresholds }: Options): StatusWatch => {
  const known = new LRUCache<string, true>({ max: maxKnownMilestones })
  const pending = new Map<string, Promise<void>>()
  let jobs: Promise<void> | null = null
  /** The submission up to which lost milestones were looked for. */
  let swept: string | null = null

  /** One write for each key at a time; the rows say what to do. */
  const start = (key: string, work: () => Promise<unknown>): void => {
    if (pending.has(key)) return
    const done = work()
      .then(onCommit)
      .catch((error: unknown) => log.warn({ err: error }, 'following a status failed'))
      .finally(() => pending.delete(key))
    pending.set(key, done)
  }

  const activate = (id: string) =>
    transaction(pool, async (db) => {
      const row = await lockWatched(db, id)
      if (row === null || !reachesThresholds(row, thresholds)) return
      await setStatus(db, row, { status: 'active', requestId: null })
    })

  const newMilestones = (row: Watched, ballots: number): Milestone[] =>
    measuresOf(row).flatMap(([measure, number]) => {
      const value = reachedMilestone(number, ballots)
      if (value === null || known.has(`${row.id} ${measure} ${value}`)) return []
      known.set(`${row.id} ${measure} ${value}`, true)
      return [{ measure, value }]
    })

  const checkStale = (id: string): void =>
    start(`stale ${id}`, () => transaction(pool, (db) => revive(db, id)))

  const check: StatusWatch['check'] = (rows, ballots) => {
    for (const row of rows) {
      if (reachesThresholds(row, thresholds)) start(`active ${row.id}`, () => activate(row.id))
      if (row.status === 'stale') checkStale(row.id)
      const reached = newMilestones(row, ballots.get(row.id) ?? 0)
      if (reached.length > 0)
        start(`milestone ${row.id}`, () =>
          transaction(pool, (db) => storeMilestones(db, row.id, reached)),
        )
    }
  }

  const run = async (): Promise<void> => {
    while (await activateSupported(pool, thresholds));
    while (await checkDue(pool));
    swept = await restoreMilestones(pool, swept)
    onCommit()
  }

  const timer = setInterval(() => {
    jobs ??= run()
      .catch((error: unknown) => log.warn({ err: error }, 'the job of statuses failed'))
      .finally(() => {
        jobs = null
      })
  }, everyMilliseconds)

  const settled = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending.values())
  }

  return {
    check,
    checkStale,
    run,
    settled,
    stop: async () => {
      clearInterval(timer)
      await settled()
      await jobs
    },
  }
}
