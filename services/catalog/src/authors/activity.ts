import type { Activity } from '@answerable/contracts/review-internal'
import type { Db } from '@answerable/service-kit/db'

/** Numbers of submissions, comments, votes and flags by account, in the order of the ids. */
export const readActivity = async (db: Db, authorIds: readonly string[]): Promise<Activity[]> => {
  const { rows } = await db.query<Activity>(
    `SELECT
       (SELECT count(*) FROM submissions WHERE author_id = author.id) AS "submissionCount",
       (SELECT count(*) FROM comments WHERE author_id = author.id) AS "commentCount",
       (SELECT count(*) FROM votes WHERE user_id = author.id) AS "voteCount",
       (SELECT count(*) FROM flags WHERE user_id = author.id) AS "flagCount"
     FROM unnest($1::uuid[]) WITH ORDINALITY AS author (id, place) ORDER BY place`,
    [authorIds],
  )
  return rows
}
