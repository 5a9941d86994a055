import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { queryKeys } from './query-keys.ts'

const keptUnusedMilliseconds = 5 * 60_000

/** Reads are fresh for ever unless their own options say otherwise: what changes is patched or invalidated. */
export const createQueryClient = (): QueryClient => {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: keptUnusedMilliseconds,
        retry: false,
        refetchOnWindowFocus: false,
        // What could not be read while offline, or has gone stale since, is asked for again.
        refetchOnReconnect: true,
        // Without it a request made offline waits in silence instead of failing with a message.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isApiError(error, 401))
          void client.invalidateQueries({ queryKey: queryKeys.currentUser })
      },
    }),
  })
  return client
}
