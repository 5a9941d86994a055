import type { Comment } from '@answerable/contracts/comments'
import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { Listed } from '../../api/listed.ts'
import { patchQuery } from '../../api/patch-query.ts'
import { queryKeys } from '../../api/query-keys.ts'

type Pages = InfiniteData<Listed<Comment>>

/** Updates a comment in every cached list. Fetches nothing. */
export const patchComment = (
  client: QueryClient,
  { submissionId, commentId }: { submissionId: string; commentId: string },
  patch: (cached: Comment) => Comment,
): void => {
  const key = queryKeys.comments(submissionId)
  const cache = client.getQueryCache()
  for (const list of ['threads', 'replies'])
    for (const query of cache.findAll({ queryKey: [...key, list] }))
      patchQuery<Pages>(client, query, (before) => patchPages(before, commentId, patch))
  const one = cache.find({ queryKey: [...key, 'one', commentId] })
  if (one !== undefined)
    patchQuery<Comment>(client, one, (before) => ({ ...before, ...patch(before) }))
}

const patchPages = (before: Pages, commentId: string, patch: (one: Comment) => Comment): Pages => {
  if (!before.pages.some(({ rows }) => rows.some(({ id }) => id === commentId))) return before
  const pages = before.pages.map((page) => ({
    ...page,
    rows: page.rows.map((one) => (one.id === commentId ? patch(one) : one)),
  }))
  return { ...before, pages }
}

/** Hides the text of a comment that was deleted or removed, before the lists are read again. */
export const hideComment = (
  client: QueryClient,
  ids: { submissionId: string; commentId: string },
  state: 'deleted' | 'removed',
): void =>
  patchComment(client, ids, (one) =>
    one.state === state
      ? one
      : { ...one, state, content: '', author: null, version: one.version + 1 },
  )

/** A cached response of the gateway may be older than a change that the page knows already. */
export const newestComments = (cached: unknown, fetched: unknown): unknown => {
  const known = new Map(
    ((cached as Pages | undefined)?.pages ?? []).flatMap(({ rows }) =>
      rows.map((one) => [one.id, one]),
    ),
  )
  const { pages, ...others } = fetched as Pages
  const newest = pages.map((page) => ({
    ...page,
    rows: page.rows.map((one) => {
      const before = known.get(one.id)
      return before !== undefined && before.version > one.version ? before : one
    }),
  }))
  return replaceEqualDeep(cached, { ...others, pages: newest })
}
