import type { HeldVotes, HoldRule } from '@answerable/contracts/held-votes'
import type { pageHeldVotes } from '@answerable/contracts/review-internal'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type BallotKind, joinKind, voteKind } from '../votes/ballot-kinds.ts'
import { type AdminRow, adminColumns, adminJoins, adminSubmissionOf } from './rows.ts'

/** Submissions with held votes or joins, or an unreviewed burst. */
const open = `(
  SELECT submission_id AS id, max(latest_at) AS latest_at FROM (
    SELECT submission_id, latest_at FROM unusual_activity WHERE held > 0 OR burst > 0
    UNION ALL
    SELECT submission_id, latest_at FROM unusual_participation WHERE held > 0 OR burst > 0
  ) AS unusual GROUP BY submission_id
) AS open`

/** To the microsecond, because a decision covers the votes held until then. */
const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

type Burst = { burst: number | null; burst_since: Date | null; latest_at: string | null }
type HeldRow = AdminRow & Burst & { [Column in keyof Burst as `join_${Column}`]: Burst[Column] }

const burstColumns = ({ activity }: BallotKind, prefix: string): string =>
  `${activity}.burst AS ${prefix}burst, ${activity}.burst_since AS ${prefix}burst_since,
   ${moment(`${activity}.latest_at`)} AS ${prefix}latest_at`

/** A page, latest first, with the number of holds by rule, without the members. */
export const readHeldVotes = async (
  db: Db,
  { page, limit }: RouteRequest<typeof pageHeldVotes>['query'],
): Promise<RouteResponse<typeof pageHeldVotes>> => {
  const { rows } = await db.query<HeldRow>(
    `SELECT ${adminColumns}, ${burstColumns(voteKind, '')}, ${burstColumns(joinKind, 'join_')}
     FROM (
       SELECT * FROM ${open} ORDER BY latest_at DESC, id LIMIT $1 OFFSET $2
     ) AS page JOIN submissions USING (id) ${adminJoins}
     ORDER BY page.latest_at DESC, submissions.id`,
    [limit, (page - 1) * limit],
  )
  const ids = rows.map(({ id }) => id)
  const votes = await readHolds(db, voteKind, ids)
  const joins = await readHolds(db, joinKind, ids)
  const { rows: totals } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${open}`,
  )
  return {
    submissions: rows.map((row) => ({
      submission: adminSubmissionOf(row),
      held: votes.get(row.id) ?? [],
      burst: burstOf(row),
      participation: {
        held: joins.get(row.id) ?? [],
        burst: burstOf({
          burst: row.join_burst,
          burst_since: row.join_burst_since,
          latest_at: row.join_latest_at,
        }),
      },
    })),
    total: onlyRow(totals).total,
  }
}

const burstOf = ({ burst, burst_since: since, latest_at: lastAt }: Burst): HeldVotes['burst'] =>
  burst === null || burst === 0 || since === null || lastAt === null
    ? null
    : { count: burst, firstAt: since.toISOString(), lastAt }

type HoldRow = { submission_id: string; rule: HoldRule; count: number; first: Date; last: string }

const readHolds = async (
  db: Db,
  { holds }: BallotKind,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, HeldVotes['held']>> => {
  const { rows } = await db.query<HoldRow>(
    `SELECT submission_id, rule, count(*) AS count, min(held_at) AS first,
       ${moment('max(held_at)')} AS last
     FROM ${holds} WHERE submission_id = ANY ($1) AND voided_by IS NULL
     GROUP BY submission_id, rule ORDER BY count DESC, rule`,
    [submissionIds],
  )
  const bySubmission = Map.groupBy(rows, (row) => row.submission_id)
  return new Map(
    [...bySubmission].map(([id, found]) => [
      id,
      found.map(({ rule, count, first, last }) => ({
        rule,
        count,
        firstAt: first.toISOString(),
        lastAt: last,
      })),
    ]),
  )
}
