import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { queryKeys } from './query-keys.ts'

const unusedLifetimeMilliseconds = 5 * 60_000

/** Queries never become stale unless their own options say otherwise: changes patch or invalidate them. */
export const createQueryClient = (): QueryClient => {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: unusedLifetimeMilliseconds,
        retry: false,
        refetchOnWindowFocus: false,
        // Fetch again what failed while offline or has become stale since.
        refetchOnReconnect: true,
        // Otherwise a request that starts offline waits silently instead of failing with a message.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: (error) => checkSession(error.cause ?? error) }),
    mutationCache: new MutationCache({ onError: (error) => checkSession(error) }),
  })
  /** The session may have ended. */
  const checkSession = (error: unknown) => {
    if (isApiError(error, 401)) void client.invalidateQueries({ queryKey: queryKeys.currentUser })
  }
  return client
}
