import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Invalidates queries because of a live message. A query that is being fetched for the first time, or fetches a further
 * page, is invalidated afterwards: its response may be older than the message, an invalidation does not repeat a first
 * fetch, and it would cancel that of a further page.
 */
export const refetch = (client: QueryClient, queryKey: QueryKey): void => {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const again = () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    if (mustEnd(query)) query.promise?.then(again, () => query.state.data !== undefined && again())
    else again()
  }
}

const mustEnd = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' &&
  (state.data === undefined || state.fetchMeta?.fetchMore !== undefined)
