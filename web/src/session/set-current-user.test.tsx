import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../api/query-keys.ts'
import { user } from '../testing/site.tsx'
import { sessionNumberQuery, useSetCurrentUser } from './set-current-user.ts'

const open = () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useSetCurrentUser(), { wrapper })
  return { client, wrapper, setUser: result.current }
}

const ownKeys = [
  queryKeys.ownAccount,
  queryKeys.ownClaims,
  queryKeys.passkeys,
  queryKeys.mutes,
  queryKeys.notifications,
  queryKeys.unread,
]

test('another user sees nothing that belongs to the former one', () => {
  const { client, setUser } = open()
  setUser(user)
  for (const queryKey of ownKeys) client.setQueryData(queryKey, 'of the first user')
  setUser({ ...user, id: crypto.randomUUID() })
  for (const queryKey of ownKeys) expect(client.getQueryData(queryKey)).toBe(undefined)
})

test('data that is shown when its user signs out disappears and is not fetched again', async () => {
  const { wrapper, setUser } = open()
  setUser(user)
  const read = vi.fn(async () => 'of the user')
  const queryKey = [...queryKeys.ownBoycotts, user.id]
  const { result, rerender } = renderHook(
    () => useQuery({ queryKey, queryFn: read, staleTime: 0 }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.data).toBe('of the user'))
  setUser(null)
  rerender()
  expect(result.current.data).toBe(undefined)
  expect(read).toHaveBeenCalledTimes(1)
})

test('the same user keeps their data in a new session, which is counted', () => {
  const { client, setUser } = open()
  setUser(user)
  client.setQueryData(queryKeys.unread, 2)
  setUser(user)
  expect(client.getQueryData(queryKeys.unread)).toBe(2)
  expect(client.getQueryData(sessionNumberQuery().queryKey)).toBe(2)
})

test('a late response about the former session does not sign out', async () => {
  const { client, setUser } = open()
  const response = Promise.withResolvers<null>()
  const asked = client
    .fetchQuery({ queryKey: queryKeys.currentUser, queryFn: () => response.promise })
    .catch(() => {})
  setUser(user)
  response.resolve(null)
  await asked
  expect(client.getQueryData(queryKeys.currentUser)).toEqual(user)
})
