import { hash } from 'node:crypto'
import { maxPageSize } from '@answerable/contracts/paging'
import type { RouteRequest } from '@answerable/contracts/route'
import type { listSubmissions, Sort, VoteValue } from '@answerable/contracts/submissions'
import { type Db, onlyRow, type Pool } from '@answerable/service-kit/db'
import type { SubmissionJson, SubmissionJsonCache } from './json-cache.ts'
import { openKeysetCheckpoints, type SeekPosition } from './keyset-checkpoints.ts'
import { orders } from './orders.ts'
import { displayRevision, publicSubmissions } from './store.ts'

/** The rows of a page as JSON, the total number of rows, and a digest of the page's state. */
type FeedPage = { json: Buffer; total: number; digest: string }

export type Feed = {
  /** One page of public submissions, with the viewer's own votes. */
  read: (
    query: RouteRequest<typeof listSubmissions>['query'],
    viewerId: string | null,
  ) => Promise<FeedPage>
}

export const openFeed = (pool: Pool, cache: SubmissionJsonCache): Feed => {
  const checkpoints = openKeysetCheckpoints(pool)
  return {
    read: async ({ page, limit, sort }, viewerId) => {
      const place = await checkpoints.seek(sort, (page - 1) * limit)
      const rows = await readRows(pool, { sort, limit, place }, viewerId)
      const [first] = rows
      if (first === undefined) return pageOf([], await readTotal(pool))
      const found = rows.map(([id, version, , , userVote = null]) => {
        return { id, viewerId, version, userVote }
      })
      const [, , total, revision] = first
      const written = await cache.write(pool, found, revision)
      return pageOf(
        // Omit submissions that were removed after the page was found.
        written.flatMap((one) => (one?.approved === true ? [one] : [])),
        total,
      )
    },
  }
}

const opening = Buffer.from('[')
const comma = Buffer.from(',')
const closing = Buffer.from(']')

const pageOf = (cache: readonly SubmissionJson[], total: number): FeedPage => {
  const parts = cache.flatMap((text, at) => (at === 0 ? text.parts : [comma, ...text.parts]))
  return {
    json: Buffer.concat([opening, ...parts, closing]),
    total,
    digest: hash('sha256', `${total} ${cache.map(({ digest }) => digest).join()}`, 'base64url'),
  }
}

type Row = [
  id: string,
  version: number,
  total: number,
  revision: number,
  userVote?: VoteValue | null,
]

/**
 * An index-only scan returns ids and versions. The constant limit shows the planner that there are few rows, so that
 * one plan fits all pages.
 */
const readRows = async (
  db: Db,
  { sort, limit, place }: { sort: Sort; limit: number; place: SeekPosition },
  viewerId: string | null,
): Promise<Row[]> => {
  const { by, selected, notBefore } = orders[sort]
  const { from, skip } = place
  const isMember = viewerId !== null
  const given: unknown[] = [limit, skip, ...(isMember ? [viewerId] : [])]
  const { rows } = await db.query<Row>({
    name: `read-feed-${sort}-${from === null ? 'counted' : 'from-checkpoint'}${isMember ? '-by-member' : ''}`,
    rowMode: 'array',
    text: `SELECT id, version, ${publicSubmissions}, ${displayRevision}${isMember ? ', value' : ''}
      FROM (
        SELECT * FROM (
          SELECT ${selected}, version FROM submissions
          WHERE approved${from === null ? '' : ` AND ${notBefore(given.length + 1)}`}
          ORDER BY ${by} LIMIT ${maxPageSize} OFFSET $2
        ) AS longest LIMIT $1
      ) AS page
      ${isMember ? ownVote : ''}
      ORDER BY ${by}`,
    values: [...given, ...(from ?? [])],
  })
  return rows
}

const ownVote = `LEFT JOIN LATERAL (
  SELECT value FROM votes WHERE user_id = $3 AND submission_id = page.id LIMIT 1
) AS votes ON true`

const readTotal = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(`SELECT ${publicSubmissions} AS total`)
  return onlyRow(rows).total
}
