import { type CurrentUser, readCurrentUser, sessionHintCookie } from '@answerable/contracts/sign-in'
import { type QueryClient, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { isApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-keys.ts'

const freshMilliseconds = 300_000

export const sessionQueries = {
  /** The signed-in user, or null. Without the session hint cookie no request is made. */
  currentUser: () =>
    queryOptions({
      queryKey: queryKeys.currentUser,
      queryFn: ({ signal }) => (hasSessionHint() ? readUser(signal) : null),
      staleTime: freshMilliseconds,
      initialData: () => (hasSessionHint() ? undefined : null),
    }),
}

/**
 * Whether the browser has a session whose user could not be fetched so far. Stays true while the request is repeated. A
 * prerendered page has no user before the response.
 */
export const isUserUnknown = ({
  data,
  errorUpdateCount,
}: Pick<UseQueryResult<CurrentUser | null>, 'data' | 'errorUpdateCount'>): boolean =>
  !data && errorUpdateCount > 0 && hasSessionHint()

/** The signed-in user, after waiting for the request; null also if the request fails. */
export const knownUser = (client: QueryClient): Promise<CurrentUser | null> =>
  client.fetchQuery(sessionQueries.currentUser()).catch(() => null)

/** Whether a user is signed in, after waiting for the request. Without a response, for example offline, the hint decides. */
export const isSignedIn = async (client: QueryClient): Promise<boolean> =>
  (await knownUser(client)) !== null || hasSessionHint()

const readUser = async (signal: AbortSignal): Promise<CurrentUser | null> => {
  try {
    return (await call(readCurrentUser, {}, { signal })).user
  } catch (error) {
    if (isApiError(error, 401)) {
      clearSessionHint()
      return null
    }
    throw error
  }
}

export const hasSessionHint = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${sessionHintCookie}=`))

/** With the hint of an ended session, every visit would send a request that fails. */
export const clearSessionHint = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other way
  document.cookie = `${sessionHintCookie}=; Max-Age=0; Path=/; SameSite=Strict`
}
