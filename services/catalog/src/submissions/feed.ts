import type { RouteRequest } from '@answerable/contracts/route'
import type {
  listSubmissions,
  Sort,
  Submission,
  VoteValue,
} from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type SubmissionRow, submissionOf } from './rows.ts'
import { publicSubmissions } from './store.ts'

/** Each is the order of a partial index, down to the last tie. */
const orders: Record<Sort, string> = {
  hot: 'page.hot DESC, page.id',
  new: 'page.created_at DESC, page.id',
  top: '(page.score + page.super_boost) DESC, page.created_at DESC, page.id',
}

export type FeedPage = { submissions: Submission[]; total: number }

type FeedRow = SubmissionRow & {
  username: string | null
  user_vote: VoteValue | null
  is_unusual: boolean
  total: number
}

/** One page of what is in public view, with the viewer's own votes, and how much there is in all. */
export const readFeedPage = async (
  db: Db,
  { page, limit, sort }: RouteRequest<typeof listSubmissions>['query'],
  viewerId: string | null,
): Promise<FeedPage> => {
  const order = orders[sort]
  const { rows } = await db.query<FeedRow>({
    name: `read-feed-${sort}`,
    text: `SELECT page.*, authors.username, votes.value AS user_vote,
        coalesce(shows, false) AS is_unusual, ${publicSubmissions} AS total
      FROM (
        SELECT * FROM submissions AS page WHERE approved ORDER BY ${order} LIMIT $1 OFFSET $2
      ) AS page
      LEFT JOIN authors ON authors.id = author_id
      LEFT JOIN votes ON votes.submission_id = page.id AND votes.user_id = $3
      LEFT JOIN unusual_activity ON unusual_activity.submission_id = page.id
      ORDER BY ${order}`,
    values: [limit, (page - 1) * limit, viewerId],
  })
  return {
    submissions: rows.map((row) =>
      submissionOf(row, {
        username: row.username,
        userVote: row.user_vote,
        isUnusual: row.is_unusual,
      }),
    ),
    total: rows[0]?.total ?? (await readTotal(db)),
  }
}

const readTotal = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(`SELECT ${publicSubmissions} AS total`)
  return onlyRow(rows).total
}
