import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isNoConnection } from '../../api/api-error.ts'
import { pausesAfterReturn, useOnline } from '../../platform/online.ts'

export type Connection = 'fine' | 'offline' | 'unreachable' | 'back'

const backShownMilliseconds = 3_000

/**
 * 'offline' as reported by the browser, 'unreachable' after a request without response, 'back' for a moment
 * after either.
 */
export const useConnection = (): Connection => {
  const isOnline = useOnline()
  const isReachable = useReachable()
  const client = useQueryClient()
  useEffect(() => refetchAfterReturn(client), [client])
  const now = !isOnline ? 'offline' : isReachable ? 'fine' : 'unreachable'
  const [shown, setShown] = useState<Connection>(now)
  if (now !== 'fine' && shown !== now) setShown(now)
  if (now === 'fine' && (shown === 'offline' || shown === 'unreachable')) setShown('back')
  useEffect(() => {
    if (shown !== 'back') return
    const timer = setTimeout(() => setShown('fine'), backShownMilliseconds)
    return () => clearTimeout(timer)
  }, [shown])
  return shown
}

/**
 * Repeats the reads that got no response until the returned connection works. TanStack Query repeats them once, at the
 * browser's event.
 */
const refetchAfterReturn = (client: QueryClient): (() => void) => {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const refetch = (): void => {
    let after = 0
    for (const pause of pausesAfterReturn) {
      after += pause
      const timer = setTimeout(() => {
        timers.delete(timer)
        void client.refetchQueries({
          type: 'active',
          predicate: ({ state }) => isNoConnection(state.error),
        })
      }, after)
      timers.add(timer)
    }
  }
  addEventListener('online', refetch)
  return () => {
    removeEventListener('online', refetch)
    for (const timer of timers) clearTimeout(timer)
  }
}

const useReachable = (): boolean => {
  const client = useQueryClient()
  const [isReachable, setReachable] = useState(true)
  useEffect(() => observeRequests(client, setReachable), [client])
  return isReachable
}

/** Any response, even an error status, shows that the site is reachable. */
const observeRequests = (
  client: QueryClient,
  onChange: (isReachable: boolean) => void,
): (() => void) => {
  const record = (action: { type: string; error?: unknown; manual?: boolean }) => {
    if (action.type === 'error') onChange(!isNoConnection(action.error))
    if (action.type === 'success' && !action.manual) onChange(true)
  }
  const stops = [
    client.getQueryCache().subscribe((event) => {
      // Data of this browser says nothing about the site.
      if (event.type === 'updated' && event.query.meta?.isLocal !== true) record(event.action)
    }),
    client
      .getMutationCache()
      .subscribe((event) => event.type === 'updated' && record(event.action)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
