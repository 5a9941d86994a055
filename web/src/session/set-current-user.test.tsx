import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../api/query-keys.ts'
import { user } from '../testing/site.tsx'
import { sessionNumberQuery, useSetCurrentUser } from './set-current-user.ts'

const open = () => {
  const client = new QueryClient()
  const { result } = renderHook(() => useSetCurrentUser(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  return { client, setUser: result.current }
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
