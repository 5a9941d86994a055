import { type ReactNode, useEffect } from 'react'
import { startedEvent } from './start-events.ts'

/** Tells whoever waits for it that the page answers clicks. */
export const AnnounceStarted = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    // In a task of its own: a click that comes while React commits does not reach what it has yet to hydrate.
    const timer = setTimeout(() => dispatchEvent(new Event(startedEvent)))
    return () => clearTimeout(timer)
  }, [])
  return children
}
