import { minVotesOfPeriod } from '@answerable/contracts/votes-by-day'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import { publishGuardedFigures } from '../transparency/store.ts'
import { type DayCounts, type Period, publish } from './rules.ts'
import { readPeriods, writePeriods } from './store.ts'

const pollMilliseconds = 600_000
/** A vote is counted in the transaction that writes it, which may have begun before midnight. */
export const minutesAfterMidnight = 10
const daysPerFetch = 1_000

/** Counts the votes by day, soon after midnight (UTC) and at the start. One instance does it. */
export const startCountingVotes = ({ pool, log }: { pool: Pool; log: Log }): Worker => {
  const worker = startWorker(
    async (stopping) => {
      try {
        await countVotes(pool, stopping)
      } catch (error) {
        if (!stopping.aborted)
          log.warn({ err: error }, 'counting the votes by day failed, will be retried')
      }
    },
    { pollMilliseconds },
  )
  worker.wake()
  return worker
}

/** One sequential scan of the votes, which have no index by submission, so that votes stay fast. */
const begin = `BEGIN; SET LOCAL statement_timeout = '10min'`
const slow = { query_timeout: 610_000 }

/**
 * Counts the votes of all complete days and publishes what the rules allow. Returns false if there is no new day, or
 * if another instance is counting.
 */
export const countVotes = (pool: Pool, stopping?: AbortSignal): Promise<boolean> =>
  transaction(
    pool,
    async (db) => {
      const until = await dueDay(db)
      if (until === null) return false
      await countUntil(db, until, stopping)
      return true
    },
    begin,
  )

/** Counts and publishes the votes up to a day, and the flags and held votes of months, in a transaction. */
export const countUntil = async (db: Db, until: string, stopping?: AbortSignal): Promise<void> => {
  await db.query(`DECLARE days NO SCROLL CURSOR FOR ${daysUntil(until)}`)
  await publishAll(db, stopping)
  await db.query('CLOSE days')
  await publishGuardedFigures(db)
  await db.query(
    `INSERT INTO vote_counts (until) VALUES ($1)
     ON CONFLICT (until) DO UPDATE SET counted_at = excluded.counted_at`,
    [until],
  )
}

/** The last complete day; null if it has been counted, or another instance is counting. */
const dueDay = async (db: Db): Promise<string | null> => {
  const { rows: locks } = await db.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('count_votes', 0)) AS taken`,
  )
  if (!onlyRow(locks).taken) return null
  const { rows } = await db.query<{ day: string }>(
    `SELECT day::text FROM (
       SELECT ((now() - interval '${minutesAfterMidnight} minutes') AT TIME ZONE 'UTC')::date - 1 AS day
     ) AS last WHERE NOT EXISTS (SELECT FROM vote_counts WHERE until >= day)`,
  )
  return rows[0]?.day ?? null
}

/**
 * By submission and day, the votes of submissions that have enough of them. Submissions with a publication have also
 * a row without votes for each period, because all their votes may be gone.
 */
const daysUntil = (until: string): string => `SELECT id, day::text, up, down, held, voided FROM (
    SELECT *, sum(up + down) OVER whole AS votes, bool_or(is_published) OVER whole AS is_known
    FROM (
      SELECT submission_id AS id, (created_at AT TIME ZONE 'UTC')::date AS day,
        count(*) FILTER (WHERE rule IS NULL AND value = 1) AS up,
        count(*) FILTER (WHERE rule IS NULL AND value = -1) AS down,
        count(*) FILTER (WHERE rule IS NOT NULL AND voided_by IS NULL) AS held,
        count(*) FILTER (WHERE voided_by IS NOT NULL) AS voided,
        false AS is_published
      FROM votes LEFT JOIN holds USING (submission_id, user_id)
      WHERE created_at < (timestamp '${until}' + interval '1 day') AT TIME ZONE 'UTC'
      GROUP BY 1, 2
      UNION ALL SELECT submission_id, last_day, 0, 0, 0, 0, true FROM published_votes
    ) AS counted WINDOW whole AS (PARTITION BY id)
  ) AS days WHERE votes >= ${minVotesOfPeriod} OR is_known ORDER BY id, days.day`

type DayRow = DayCounts & { id: string }

const publishAll = async (db: Db, stopping: AbortSignal | undefined): Promise<void> => {
  let open: DayRow[] = []
  for (;;) {
    stopping?.throwIfAborted()
    const { rows } = await db.query<DayRow>({ ...slow, text: `FETCH ${daysPerFetch} FROM days` })
    const last = rows.at(-1)?.id
    // The days of the last submission may go on in the next rows.
    const known = [...open, ...rows]
    await publishDays(
      db,
      known.filter(({ id }) => id !== last),
    )
    if (last === undefined) return
    open = known.filter(({ id }) => id === last)
  }
}

const publishDays = async (db: Db, rows: readonly DayRow[]): Promise<void> => {
  if (rows.length === 0) return
  const days = Map.groupBy(rows, ({ id }) => id)
  const published = await readPeriods(db, [...days.keys()])
  const changed = [...days].flatMap(([id, counts]) => {
    const before = published.get(id) ?? []
    const after = publish(before, counts)
    return isSame(before, after) ? [] : [{ id, periods: after }]
  })
  await writePeriods(db, changed)
}

/** `publish` keeps the objects of the periods that do not change. */
const isSame = (before: readonly Period[], after: readonly Period[]): boolean =>
  before.length === after.length && before.every((period, index) => period === after[index])
