import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

const tickMilliseconds = 30_000

const ClockContext = createContext(0)

type ClockProviderProps = {
  /** Initial time: when the page was prerendered, in milliseconds since 1970. */
  start: number | undefined
  children: ReactNode
}

/** One clock for all relative times on the page. */
export const ClockProvider = ({ start, children }: ClockProviderProps) => {
  const [now, setNow] = useState(() => start ?? Date.now())
  useEffect(() => {
    const tick = () => startTransition(() => setNow(Date.now()))
    // A prerendered page from the browser's cache may be older than a tick.
    if (start !== undefined && Date.now() - start > tickMilliseconds) tick()
    const timer = setInterval(tick, tickMilliseconds)
    return () => clearInterval(timer)
  }, [start])
  return <ClockContext value={now}>{children}</ClockContext>
}

export const useNow = (): number => use(ClockContext)
