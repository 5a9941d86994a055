import type { countForReview } from '@answerable/contracts/review-internal'
import type { RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { publicSubmissions } from '../submissions/store.ts'

/** In any state; the removed ones are counted in an index that holds no others. */
export const totalSubmissions = `(${publicSubmissions}
  + (SELECT count(*) FROM submissions WHERE NOT approved))`

export const readCounts = async (
  db: Db,
  threshold: number,
): Promise<RouteResponse<typeof countForReview>> => {
  const { rows } = await db.query<RouteResponse<typeof countForReview>>({
    name: 'count-for-review',
    text: `SELECT ${totalSubmissions} AS submissions, count(*) AS flagged,
        count(*) FILTER (WHERE flag_count >= $1) AS pending
      FROM (
        SELECT flag_count FROM submissions WHERE approved AND flag_count > 0
        UNION ALL
        SELECT comments.flag_count FROM comments JOIN submissions ON submissions.id = submission_id
        WHERE state = 'shown' AND comments.flag_count > 0 AND approved
      ) AS flagged`,
    values: [threshold],
  })
  return onlyRow(rows)
}
