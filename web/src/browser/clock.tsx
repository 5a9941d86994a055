import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const tickSeconds = 30

const ClockContext = createContext(0)

/** One clock for every relative time on the page. */
export const ClockProvider = ({ children }: { children: ReactNode }) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickSeconds * 1000)
    return () => clearInterval(timer)
  }, [])
  return <ClockContext value={now}>{children}</ClockContext>
}

export const useNow = (): number => use(ClockContext)
