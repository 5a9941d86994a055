import { type CurrentUser, readCurrentUser, sessionHintCookie } from '@answerable/contracts/sign-in'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-keys.ts'

const freshMilliseconds = 300_000

export const sessionQueries = {
  /** Who is signed in, or null. A visitor without a session's hint is not asked about at all. */
  currentUser: () =>
    queryOptions({
      queryKey: queryKeys.currentUser,
      queryFn: ({ signal }) => (mayHaveSession() ? readUser(signal) : null),
      staleTime: freshMilliseconds,
      initialData: () => (mayHaveSession() ? undefined : null),
    }),
}

/** Who is signed in, once that is known; null as well where it cannot be found out. */
export const knownUser = (client: QueryClient): Promise<CurrentUser | null> =>
  client.fetchQuery(sessionQueries.currentUser()).catch(() => null)

const readUser = async (signal: AbortSignal): Promise<CurrentUser | null> => {
  try {
    return (await call(readCurrentUser, {}, { signal })).user
  } catch (error) {
    if (isApiError(error, 401)) {
      forgetSession()
      return null
    }
    throw error
  }
}

export const mayHaveSession = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${sessionHintCookie}=`))

/** A hint at a session that has ended would make every visit ask, and be refused. */
export const forgetSession = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other way
  document.cookie = `${sessionHintCookie}=; Max-Age=0; Path=/; SameSite=Strict`
}
