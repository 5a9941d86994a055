import { hash } from 'node:crypto'
import { maxPageSize } from '@answerable/contracts/paging'
import type { RouteRequest } from '@answerable/contracts/route'
import type { listSubmissions, Sort, VoteValue } from '@answerable/contracts/submissions'
import { asOne, type Db, onlyRow, type Pool } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { mergedIdOf } from '../businesses/store.ts'
import { openFilteredLists } from './filtered-lists.ts'
import { type Filter, filterOf } from './filters.ts'
import type { SubmissionJson, SubmissionJsonCache } from './json-cache.ts'
import { openKeysetCheckpoints, type SeekPosition } from './keyset-checkpoints.ts'
import { orders } from './orders.ts'
import { displayRevision, publicSubmissions } from './store.ts'

type Query = RouteRequest<typeof listSubmissions>['query']

/** The rows of a page as JSON, the total number of rows, and a digest of the page's state. */
type FeedPage = { json: Buffer; total: number; digest: string }

export type Feed = {
  /** One page of public submissions, with the viewer's own votes and joins. */
  read: (query: Query, viewerId: string | null) => Promise<FeedPage>
}

export const openFeed = (pool: Pool, cache: SubmissionJsonCache): Feed => {
  const checkpoints = openKeysetCheckpoints(pool)
  const lists = openFilteredLists(pool)
  const writePage = openPageWriter()

  const readWhole = async ({ page, limit, sort }: Query, viewerId: string | null) => {
    const place = await checkpoints.seek(sort, (page - 1) * limit)
    const rows = await readRows(pool, { sort, limit, place }, viewerId)
    return { rows, total: rows[0]?.[5] ?? (await readTotal(pool)) }
  }

  const readList = async (filter: Filter, query: Pick<Query, 'page' | 'limit' | 'sort'>) => {
    const { page, limit, sort } = query
    const list = await lists.read({ sort, filter }, (page - 1) * limit, limit)
    // An address may have the id of a business that was merged.
    const isEmpty = filter.businessId !== null && list.total === 0
    const businessId = isEmpty ? await mergedIdOf(pool, filter.businessId) : null
    return businessId === null
      ? list
      : lists.read({ sort, filter: { ...filter, businessId } }, (page - 1) * limit, limit)
  }

  const readFiltered = async (
    filter: Filter,
    { page, limit, sort }: Query,
    viewerId: string | null,
  ) => {
    const { ids, total } = await readList(filter, { page, limit, sort })
    return { rows: ids.length === 0 ? [] : await readListed(pool, ids, viewerId), total }
  }

  return {
    read: async (query, viewerId) => {
      const filter = filterOf(query)
      const { rows, total } = await (filter === null
        ? readWhole(query, viewerId)
        : readFiltered(filter, query, viewerId))
      const found = rows.map(([id, version, , userVote, ownParticipation]) => ({
        ...{ id, viewerId, version, userVote, ownParticipation },
      }))
      const written = await cache.write(pool, found, rows[0]?.[2] ?? 0)
      return writePage(
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

const maxBytesOfPages = 4 * 1_048_576

/** Caches the pages of viewers who have neither voted on them nor joined: most members see the same bytes. */
const openPageWriter = () => {
  const unvoted = new LRUCache<string, Buffer>({
    maxSize: maxBytesOfPages,
    sizeCalculation: ({ length }) => length,
  })
  return (submissions: readonly SubmissionJson[], total: number): FeedPage => {
    const state = `${total} ${submissions.map(({ digest }) => digest).join()}`
    const digest = hash('sha256', state, 'base64url')
    if (submissions.some(({ hasOwn }) => hasOwn))
      return { json: arrayOf(submissions), total, digest }
    const json = unvoted.get(digest) ?? arrayOf(submissions)
    unvoted.set(digest, json)
    return { json, total, digest }
  }
}

const arrayOf = (submissions: readonly SubmissionJson[]): Buffer => {
  const parts = submissions.flatMap(({ parts }, at) => (at === 0 ? parts : [comma, ...parts]))
  return Buffer.concat([opening, ...parts, closing])
}

type Row = [
  id: string,
  version: number,
  revision: number,
  userVote: VoteValue | null,
  ownParticipation: boolean,
  total?: number,
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
    text: `SELECT id, version, ${displayRevision}, ${ownColumns(isMember)}, ${publicSubmissions}
      FROM (
        SELECT * FROM (
          SELECT ${selected}, version FROM submissions
          WHERE approved${from === null ? '' : ` AND ${notBefore(given.length + 1)}`}
          ORDER BY ${by} LIMIT ${maxPageSize} OFFSET $2
        ) AS longest LIMIT $1
      ) AS page
      ${isMember ? ownChoices('$3') : ''}
      ORDER BY ${by}`,
    values: [...given, ...(from ?? [])],
  })
  return rows
}

/** The submissions of a list, in its order. */
const readListed = async (
  db: Db,
  ids: readonly string[],
  viewerId: string | null,
): Promise<Row[]> => {
  const isMember = viewerId !== null
  const { rows } = await db.query<Row>({
    name: `read-listed${isMember ? '-by-member' : ''}`,
    rowMode: 'array',
    text: `SELECT page.id, version, ${displayRevision}, ${ownColumns(isMember)}
      FROM unnest(${asOne('$1::text[]')}) WITH ORDINALITY AS page (id, place)
      CROSS JOIN LATERAL (
        SELECT version FROM submissions WHERE submissions.id = page.id AND approved LIMIT 1
      ) AS submissions
      ${isMember ? ownChoices('$2') : ''}
      ORDER BY place`,
    values: [ids, ...(isMember ? [viewerId] : [])],
  })
  return rows
}

const ownColumns = (isMember: boolean): string =>
  isMember ? 'votes.value, joined.value IS NOT NULL' : 'NULL, false'

const ownChoices = (viewer: string) => `LEFT JOIN LATERAL (
  SELECT value FROM votes WHERE user_id = ${viewer} AND submission_id = page.id LIMIT 1
) AS votes ON true
LEFT JOIN LATERAL (
  SELECT value FROM participations WHERE user_id = ${viewer} AND submission_id = page.id LIMIT 1
) AS joined ON true`

const readTotal = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(`SELECT ${publicSubmissions} AS total`)
  return onlyRow(rows).total
}
