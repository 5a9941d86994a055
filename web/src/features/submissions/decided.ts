import { type QueryClient, useQuery } from '@tanstack/react-query'

const decidedKey = ['live', 'decided'] as const
const none: ReadonlySet<string> = new Set()

/** Submissions that a moderator may have removed. Their rows do not stay in the feed. */
export const useDecided = (): ReadonlySet<string> =>
  useQuery({ queryKey: decidedKey, queryFn: () => none, initialData: none, enabled: false }).data

export const markDecided = (client: QueryClient, ids: readonly string[]): void => {
  client.setQueryData<ReadonlySet<string>>(
    decidedKey,
    (before) => new Set([...(before ?? none), ...ids]),
  )
}
