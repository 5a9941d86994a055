import type { Submission } from '@answerable/contracts/submissions'
import type { QueryClient } from '@tanstack/react-query'
import { patchQuery } from '../../api/patch-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { Feed } from './submission-queries.ts'

/** Every query of these has rows of submissions. */
const lists = [queryKeys.feeds, queryKeys.found] as const

/** Updates one submission in every cached query. Fetches and reorders nothing. */
export const patchSubmission = (
  client: QueryClient,
  id: string,
  patch: (cached: Submission) => Submission,
): void => {
  const cache = client.getQueryCache()
  for (const query of lists.flatMap((queryKey) => cache.findAll({ queryKey })))
    patchQuery<Feed>(client, query, (feed) => patchFeed(feed, id, patch))
  const query = cache.find({ queryKey: queryKeys.submission(id) })
  if (query !== undefined) patchQuery(client, query, patch)
}

const patchFeed = (cached: Feed, id: string, patch: (one: Submission) => Submission): Feed => {
  const before = cached.rows.find((one) => one.id === id)
  if (before === undefined) return cached
  const after = patch(before)
  if (after === before) return cached
  return { ...cached, rows: cached.rows.map((one) => (one === before ? after : one)) }
}

/** The cached submission, from its page or any feed. */
export const cachedSubmission = (client: QueryClient, id: string): Submission | undefined =>
  client.getQueryData<Submission>(queryKeys.submission(id)) ??
  lists
    .flatMap((queryKey) => client.getQueriesData<Feed>({ queryKey }))
    .flatMap(([, list]) => list?.rows ?? [])
    .find((one) => one.id === id)
