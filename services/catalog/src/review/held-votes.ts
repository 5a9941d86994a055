import type { HeldVotes, HoldRule } from '@answerable/contracts/held-votes'
import type { pageHeldVotes } from '@answerable/contracts/review-internal'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type AdminRow, adminColumns, adminJoins, adminSubmissionOf } from './rows.ts'

/** Submissions with held votes or an unreviewed burst. */
const isOpen = '(held > 0 OR burst > 0)'

/** To the microsecond, because a decision covers the votes held until then. */
const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

type HeldRow = AdminRow & { burst: number; burst_since: Date | null; latest_at: string }

/** A page, latest first, with the number of holds by rule, without the voters. */
export const readHeldVotes = async (
  db: Db,
  { page, limit }: RouteRequest<typeof pageHeldVotes>['query'],
): Promise<RouteResponse<typeof pageHeldVotes>> => {
  const { rows } = await db.query<HeldRow>(
    `SELECT ${adminColumns}, burst, burst_since, ${moment('unusual_activity.latest_at')} AS latest_at
     FROM (
       SELECT submission_id AS id FROM unusual_activity WHERE ${isOpen}
       ORDER BY latest_at DESC, submission_id LIMIT $1 OFFSET $2
     ) AS page JOIN submissions USING (id) ${adminJoins}
     ORDER BY unusual_activity.latest_at DESC, submissions.id`,
    [limit, (page - 1) * limit],
  )
  const holds = await readHolds(
    db,
    rows.map(({ id }) => id),
  )
  const { rows: totals } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM unusual_activity WHERE ${isOpen}`,
  )
  return {
    submissions: rows.map((row) => ({
      submission: adminSubmissionOf(row),
      held: holds.get(row.id) ?? [],
      burst: burstOf(row),
    })),
    total: onlyRow(totals).total,
  }
}

const burstOf = ({ burst, burst_since: since, latest_at }: HeldRow): HeldVotes['burst'] =>
  burst === 0 || since === null
    ? null
    : { count: burst, firstAt: since.toISOString(), lastAt: latest_at }

type HoldRow = { submission_id: string; rule: HoldRule; count: number; first: Date; last: string }

const readHolds = async (
  db: Db,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, HeldVotes['held']>> => {
  const { rows } = await db.query<HoldRow>(
    `SELECT submission_id, rule, count(*) AS count, min(held_at) AS first,
       ${moment('max(held_at)')} AS last
     FROM holds WHERE submission_id = ANY ($1) AND voided_by IS NULL
     GROUP BY submission_id, rule ORDER BY count DESC, rule`,
    [submissionIds],
  )
  const bySubmission = Map.groupBy(rows, (row) => row.submission_id)
  return new Map(
    [...bySubmission].map(([id, holds]) => [
      id,
      holds.map(({ rule, count, first, last }) => ({
        rule,
        count,
        firstAt: first.toISOString(),
        lastAt: last,
      })),
    ]),
  )
}
