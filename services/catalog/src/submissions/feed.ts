import { maxPageSize } from '@answerable/contracts/paging'
import type { RouteRequest } from '@answerable/contracts/route'
import type { listSubmissions, Sort, VoteValue } from '@answerable/contracts/submissions'
import { type Db, onlyRow, type Pool } from '@answerable/service-kit/db'
import { openAnchors, type Place } from './anchors.ts'
import { orders } from './orders.ts'
import { openRowTexts } from './row-texts.ts'
import { publicSubmissions } from './store.ts'

/** The rows of a page as JSON, and how many there are in all. */
type FeedPage = { text: string; total: number }

export type Feed = {
  /** One page of what is in public view, with the viewer's own votes. */
  read: (
    query: RouteRequest<typeof listSubmissions>['query'],
    viewerId: string | null,
  ) => Promise<FeedPage>
}

export const openFeed = (pool: Pool): Feed => {
  const anchors = openAnchors(pool)
  const texts = openRowTexts()
  return {
    read: async ({ page, limit, sort }, viewerId) => {
      const place = await anchors.placeOf(sort, (page - 1) * limit)
      const rows = await readRows(pool, { sort, limit, place }, viewerId)
      return {
        text: await texts.write(pool, rows.map(feedRowOf), viewerId),
        total: rows[0]?.[totalAt] ?? (await readTotal(pool)),
      }
    },
  }
}

type Row = [
  id: string,
  xmin: string,
  username: string | null,
  userVote: VoteValue | null,
  isUnusual: boolean,
  total: number,
]

const totalAt = 5

const feedRowOf = ([id, xmin, username, userVote, isUnusual]: Row) => ({
  id,
  xmin,
  username,
  userVote,
  isUnusual,
})

/**
 * Found in the index alone; of the rows themselves only those of the page are read. The constant limit tells
 * the planner that they are few, so that one plan does for all pages.
 */
const readRows = async (
  db: Db,
  { sort, limit, place }: { sort: Sort; limit: number; place: Place },
  viewerId: string | null,
): Promise<Row[]> => {
  const { by, selected, notBefore } = orders[sort]
  const { from, skip } = place
  const { rows } = await db.query<Row>({
    name: `read-feed-${sort}-${from === null ? 'counted' : 'from-anchor'}`,
    rowMode: 'array',
    text: `SELECT submissions.id, submissions.xmin, authors.username, votes.value,
        coalesce(shows, false), ${publicSubmissions}
      FROM (
        SELECT * FROM (
          SELECT ${selected} FROM submissions
          WHERE approved${from === null ? '' : ` AND ${notBefore(4)}`}
          ORDER BY ${by} LIMIT ${maxPageSize} OFFSET $2
        ) AS longest LIMIT $1
      ) AS page
      JOIN submissions ON submissions.id = page.id
      LEFT JOIN authors ON authors.id = author_id
      LEFT JOIN votes ON votes.submission_id = page.id AND votes.user_id = $3
      LEFT JOIN unusual_activity ON unusual_activity.submission_id = page.id
      ORDER BY ${orderWithin('page', sort)}`,
    values: [limit, skip, viewerId, ...(from ?? [])],
  })
  return rows
}

const orderWithin = (table: string, sort: Sort): string =>
  orders[sort].by.replace(/\b(hot|id|created_at|score|super_boost)\b/g, `${table}.$1`)

const readTotal = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(`SELECT ${publicSubmissions} AS total`)
  return onlyRow(rows).total
}
