import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const tickSeconds = 30

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
    const timer = setInterval(() => setNow(Date.now()), tickSeconds * 1000)
    return () => clearInterval(timer)
  }, [])
  return <ClockContext value={now}>{children}</ClockContext>
}

export const useNow = (): number => use(ClockContext)
