import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Invalidates queries because of a live message. A query that is being fetched for the first time, or fetches a further
 * page, is invalidated afterwards: its response may be older than the message, an invalidation does not repeat a first
 * fetch, and it would cancel that of a further page.
 */
export const refetch = (client: QueryClient, queryKey: QueryKey): void => {
  for (const query of client.getQueryCache().findAll({ queryKey, predicate: mustEnd })) {
    const filters = { queryKey: query.queryKey, exact: true }
    // Several messages during one fetch repeat it once.
    const again = () => client.invalidateQueries(filters, { cancelRefetch: false })
    query.promise?.then(again, () => (query.state.data === undefined ? undefined : again()))
  }
  void client.invalidateQueries({ queryKey, predicate: (query) => !mustEnd(query) })
}

const mustEnd = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' &&
  (state.data === undefined || state.fetchMeta?.fetchMore !== undefined)
