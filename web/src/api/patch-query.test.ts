import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { patchQuery } from './patch-query.ts'

test('a patched query stays invalidated and as old as it was', async () => {
  const client = new QueryClient()
  const queryKey = ['boycott']
  client.setQueryData(queryKey, 1, { updatedAt: 5_000 })
  const query = client.getQueryCache().find({ queryKey })
  if (query === undefined) throw new Error('There is no query.')
  for (const isInvalidated of [false, true]) {
    if (isInvalidated) await client.invalidateQueries({ queryKey })
    for (const by of [0, 1]) patchQuery<number>(client, query, (cached) => cached + by)
    expect(query.state).toMatchObject({ isInvalidated, dataUpdatedAt: 5_000 })
  }
  expect(client.getQueryData(queryKey)).toBe(3)
})

test('a query whose refetch is cancelled after a patch stays invalidated', async () => {
  const client = new QueryClient()
  const queryKey = ['boycott']
  client.setQueryData(queryKey, 1)
  await client.invalidateQueries({ queryKey })
  const fetched = client.fetchQuery({ queryKey, queryFn: () => new Promise<number>(() => {}) })
  const query = client.getQueryCache().find({ queryKey })
  if (query === undefined) throw new Error('There is no query.')
  patchQuery<number>(client, query, (cached) => cached + 1)
  await Promise.allSettled([client.cancelQueries({ queryKey }), fetched])
  expect(query.state).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
})
