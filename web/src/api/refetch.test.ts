import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetch } from './refetch.ts'

test('a further page that is being fetched is not lost, and the pages are fetched again after it', async () => {
  const client = new QueryClient()
  const fetched: number[] = []
  const waits: (() => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['comments'],
    initialPageParam: 1,
    getNextPageParam: (last: number) => last + 1,
    queryFn: async ({ pageParam, signal }) => {
      fetched.push(pageParam)
      if (fetched.length === 2) await new Promise<void>((resolve) => waits.push(resolve))
      signal.throwIfAborted()
      return pageParam
    },
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual([1])
  void observer.fetchNextPage()
  await expect.poll(() => waits).toHaveLength(1)
  refetch(client, ['comments'])
  waits[0]?.()
  await expect.poll(() => fetched).toEqual([1, 2, 1, 2])
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2])
  stop()
})

test('a first fetch is repeated', async () => {
  const client = new QueryClient()
  const waits: (() => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['comments'],
    queryFn: async () => {
      if (waits.length === 0) await new Promise<void>((resolve) => waits.push(resolve))
      return waits.push(() => {})
    },
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => waits).toHaveLength(1)
  refetch(client, ['comments'])
  waits[0]?.()
  await expect.poll(() => observer.getCurrentResult().data).toBe(3)
  stop()
})
