import { maxPageSize } from '@answerable/contracts/paging'
import { listOwnBoycotts, type OwnBoycott } from '@answerable/contracts/participation'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { keepList, readKeptList } from './kept-list.ts'

/** `keptAt`: when this browser kept the list that it shows without a connection, in milliseconds since 1970. */
export type OwnBoycotts = { boycotts: readonly OwnBoycott[]; keptAt: number | null }

/** The member's whole list. */
export const ownBoycottQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ownBoycotts, userId],
    queryFn: async ({ client, signal }): Promise<OwnBoycotts> => {
      const boycotts = await readAll(signal)
      await refuseOtherMember(client, userId)
      // Storage may be full or blocked; the page works without it.
      keepList(userId, boycotts).catch(() => {})
      return { boycotts, keptAt: null }
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** The list that this browser keeps; null if there is none. */
export const keptBoycottQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ownBoycotts, userId, 'kept'],
    queryFn: async (): Promise<OwnBoycotts | null> => {
      const kept = await readKeptList()
      return kept?.userId === userId ? { boycotts: kept.boycotts, keptAt: kept.savedAt } : null
    },
    staleTime: 0,
    meta: { isLocal: true },
  })

/** The browser may have the session of another member by now, who then also becomes the user of this page. */
const refuseOtherMember = async (client: QueryClient, userId: string): Promise<void> => {
  const user = await client.fetchQuery({ ...sessionQueries.currentUser(), staleTime: 0 })
  if (user?.id !== userId) throw new Error('Failed to fetch your boycotts: Signed Out')
}

const readAll = async (signal: AbortSignal): Promise<OwnBoycott[]> => {
  const boycotts: OwnBoycott[] = []
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), limit: String(maxPageSize) }
    const { rows, total } = await callWithHeaders(listOwnBoycotts, { query }, { signal }).then(
      listed,
      failedFetch('Failed to fetch your boycotts'),
    )
    boycotts.push(...rows)
    if (rows.length === 0 || page * maxPageSize >= total) return boycotts
  }
}
