import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

const tickMilliseconds = 30_000

const ClockContext = createContext(0)

type ClockProviderProps = {
  /** What the clock shows first: when the page was drawn in advance. In milliseconds since 1970. */
  start: number | undefined
  children: ReactNode
}

/** One clock for every relative time on the page. */
export const ClockProvider = ({ start, children }: ClockProviderProps) => {
  const [now, setNow] = useState(() => start ?? Date.now())
  useEffect(() => {
    const tick = () => startTransition(() => setNow(Date.now()))
    // A page that was drawn long ago, which the browser had kept, is behind by more than a tick.
    if (start !== undefined && Date.now() - start > tickMilliseconds) tick()
    const timer = setInterval(tick, tickMilliseconds)
    return () => clearInterval(timer)
  }, [start])
  return <ClockContext value={now}>{children}</ClockContext>
}

export const useNow = (): number => use(ClockContext)
