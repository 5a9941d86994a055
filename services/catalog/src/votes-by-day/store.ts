import { maxBoosts, maxVotePeriods, type VotesByDay } from '@answerable/contracts/votes-by-day'
import type { Db } from '@answerable/service-kit/db'
import { joined } from '../merges/joined.ts'
import { type Period, shownOf } from './rules.ts'

const columns = `first_day::text AS first, last_day::text AS last, up, down, held, voided`

/** The publications of submissions, each from the first day on. */
export const readPeriods = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Period[]>> => {
  const { rows } = await db.query<Period & { id: string }>({
    text: `SELECT submission_id AS id, ${columns} FROM published_votes
      WHERE submission_id = ANY ($1) ORDER BY submission_id, last_day`,
    values: [ids],
  })
  const periods = new Map<string, Period[]>()
  for (const { id, ...period } of rows) {
    const known = periods.get(id) ?? []
    known.push(period)
    periods.set(id, known)
  }
  return periods
}

/** Replaces the publications of submissions. Rows that stay are not written. */
export const writePeriods = async (
  db: Db,
  publications: readonly { id: string; periods: readonly Period[] }[],
): Promise<void> => {
  if (publications.length === 0) return
  const rows = publications.flatMap(({ id, periods }) =>
    periods.map(({ first, last, ...counts }) => ({
      ...{ submission_id: id, first_day: first, last_day: last, ...counts },
    })),
  )
  await db.query(
    `WITH given AS MATERIALIZED (
       SELECT * FROM json_populate_recordset(NULL::published_votes, $2)
     ), gone AS (
       DELETE FROM published_votes AS known
       WHERE submission_id = ANY ($1) AND NOT EXISTS (
         SELECT FROM given
         WHERE given.submission_id = known.submission_id AND given.last_day = known.last_day
       )
     )
     INSERT INTO published_votes AS known SELECT * FROM given
     ON CONFLICT (submission_id, last_day) DO UPDATE SET first_day = excluded.first_day,
       up = excluded.up, down = excluded.down, held = excluded.held, voided = excluded.voided
     WHERE known IS DISTINCT FROM excluded`,
    [publications.map(({ id }) => id), JSON.stringify(rows)],
  )
}

/** The public votes of a submission by day; null if it is not in public view. */
export const readVotes = async (db: Db, id: string): Promise<VotesByDay | null> => {
  const { rows } = await db.query<{ until: string | null }>({
    name: 'read-votes-until',
    text: `SELECT (SELECT max(until)::text FROM vote_counts) AS until
      FROM submissions WHERE id = $1 AND approved`,
    values: [id],
  })
  const [row] = rows
  if (row === undefined) return null
  const periods = await db.query<Period>({
    name: 'read-vote-periods',
    text: `SELECT ${columns} FROM published_votes WHERE submission_id = $1
      ORDER BY last_day DESC LIMIT ${maxVotePeriods}`,
    values: [id],
  })
  return {
    until: row.until,
    periods: periods.rows.reverse().map(shownOf),
    boosts: await readBoosts(db, id),
  }
}

const readBoosts = async (db: Db, id: string): Promise<VotesByDay['boosts']> => {
  const { rows } = await db.query<{ at: Date; value: number }>({
    name: 'read-boosts',
    text: `WITH RECURSIVE ${joined}
      SELECT at, (details ->> 'value')::integer AS value
      FROM joined JOIN occurrences ON submission_id = joined.id
      WHERE kind = 'boost' ORDER BY at DESC LIMIT ${maxBoosts}`,
    values: [id],
  })
  return rows.reverse().map(({ at, value }) => ({ at: at.toISOString(), value }))
}
