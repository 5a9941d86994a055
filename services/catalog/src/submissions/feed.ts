import { hash } from 'node:crypto'
import type { RouteRequest } from '@answerable/contracts/route'
import type { listSubmissions } from '@answerable/contracts/submissions'
import type { Pool } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { mergedIdOf } from '../businesses/store.ts'
import { openFilteredLists } from './filtered-lists.ts'
import { type Filter, filterOf } from './filters.ts'
import { type FoundPage, findListed, findPage, noChoice } from './found-pages.ts'
import type { SubmissionJson, SubmissionJsonCache } from './json-cache.ts'
import { openKeysetCheckpoints } from './keyset-checkpoints.ts'

type Query = RouteRequest<typeof listSubmissions>['query']

type FeedPage = {
  /** Concatenated, they are the JSON of the rows. Pages share parts. */
  parts: readonly Buffer[]
  /** The total number of rows. */
  total: number
  /** Differs if anything but the viewer's own choices differs. */
  digest: string
}

export type Feed = {
  /** One page of public submissions, with the viewer's own votes and joins. */
  read: (query: Query, viewerId: string | null) => Promise<FeedPage>
}

type ViewerIds = ReadonlySet<string | null>
type PageOf = (viewerId: string | null) => FeedPage | undefined

/** Reads a page once for all viewers who ask for it in one turn of the event loop. */
export const openFeed = (pool: Pool, cache: SubmissionJsonCache): Feed => {
  const checkpoints = openKeysetCheckpoints(pool)
  const lists = openFilteredLists(pool)
  const writePage = openPageWriter()

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

  /** Returns a function that finds the page as it is then. */
  const search = async ({ page, limit, sort, ...query }: Query) => {
    const filter = filterOf(query)
    if (filter === null) {
      const place = await checkpoints.seek(sort, (page - 1) * limit)
      return (memberIds: readonly string[]) => findPage(pool, { sort, limit, place }, memberIds)
    }
    const { ids, total } = await readList(filter, { page, limit, sort })
    return async (memberIds: readonly string[]) =>
      ids.length === 0
        ? { ...emptyPage, total }
        : { ...(await findListed(pool, ids, memberIds)), total }
  }

  /** The pages of several viewers; rows that have changed since they were found are read with one query. */
  const writeFor = async (
    viewerIds: readonly (string | null)[],
    { versions, choices, revision, total }: FoundPage,
  ): Promise<FeedPage[]> => {
    const found = viewerIds.flatMap((viewerId) => {
      const own = viewerId === null ? undefined : choices.get(viewerId)
      return versions.map(({ id, version }) => ({
        ...{ id, version, viewerId, ...(own?.get(id) ?? noChoice) },
      }))
    })
    const written = await cache.write(pool, found, revision)
    return viewerIds.map((_id, at) => {
      const rows = written.slice(at * versions.length, (at + 1) * versions.length)
      // Omit submissions that were removed after the page was found.
      return writePage(
        rows.flatMap((one) => (one?.approved === true ? [one] : [])),
        total,
      )
    })
  }

  const readFor = async (query: Query, viewerIds: ViewerIds): Promise<PageOf> => {
    const ids = [...viewerIds]
    const memberIds = ids.filter((id) => id !== null)
    const find = await search(query)
    let found = await find(memberIds)
    let outdated = cache.outdated(found.versions, found.revision)
    if (outdated.length > 0 && ids.length > 1) {
      // Once for all viewers. What changes again in the meantime is then read with the choices of each.
      await cache.read(
        pool,
        outdated.map((id) => ({ id, viewerId: null })),
      )
      found = await find(memberIds)
      outdated = cache.outdated(found.versions, found.revision)
    }
    // Members without choices get the page of visitors.
    const readerFor = (id: string | null): string | null =>
      id !== null && (outdated.length > 0 || found.choices.has(id)) ? id : null
    const readers = [...new Set(ids.map(readerFor))]
    const written = await writeFor(readers, found)
    const pages = new Map(readers.map((reader, at) => [reader, written[at]]))
    return (viewerId) => pages.get(readerFor(viewerId))
  }

  return { read: shareReads(readFor) }
}

/** Collects the viewers who ask for the same page in one turn of the event loop. */
const shareReads = (
  readFor: (query: Query, viewerIds: ViewerIds) => Promise<PageOf>,
): Feed['read'] => {
  type Group = { viewerIds: Set<string | null>; pages: Promise<PageOf> }
  const groups = new Map<string, Group>()

  const begin = (key: string, query: Query): Group => {
    const viewerIds = new Set<string | null>()
    const turn = new Promise((resolve) => setImmediate(resolve))
    const pages = turn.then(() => {
      groups.delete(key)
      return readFor(query, viewerIds)
    })
    const group = { viewerIds, pages }
    groups.set(key, group)
    return group
  }

  return async (query, viewerId) => {
    const key = JSON.stringify(query)
    const { viewerIds, pages } = groups.get(key) ?? begin(key, query)
    viewerIds.add(viewerId)
    const page = (await pages)(viewerId)
    if (page === undefined) throw new Error('the page was not read for this viewer')
    return page
  }
}

const emptyPage: FoundPage = { versions: [], revision: 0, choices: new Map(), total: 0 }

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
      return { parts: arrayOf(submissions), total, digest }
    const json = unvoted.get(digest) ?? Buffer.concat(arrayOf(submissions))
    unvoted.set(digest, json)
    return { parts: [json], total, digest }
  }
}

const arrayOf = (submissions: readonly SubmissionJson[]): Buffer[] => [
  opening,
  ...submissions.flatMap(({ parts }, at) => (at === 0 ? parts : [comma, ...parts])),
  closing,
]
