import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Changes the data of a cached query, which stays invalidated if it was, and as old as it was. (`setQueryData` makes a
 * query fresh, even if its data stays the same.)
 */
export const patchQuery = <Data>(
  client: QueryClient,
  query: Query,
  patch: (cached: Data) => Data,
): void => {
  const { data, dataUpdatedAt, isInvalidated } = query.state
  if (data === undefined) return
  const patched = patch(data as Data)
  if (patched === data) return
  // A fetch that is cancelled later restores this state.
  if (isInvalidated) query.setState({ data: patched })
  else client.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt })
}
