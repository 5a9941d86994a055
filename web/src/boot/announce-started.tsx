import { type ReactNode, useEffect } from 'react'
import { startedEvent } from './start-events.ts'

/** Dispatches `startedEvent` once the page responds to clicks. */
export const AnnounceStarted = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    // In a separate task: a click during React's commit does not reach components that are not hydrated yet.
    const timer = setTimeout(() => dispatchEvent(new Event(startedEvent)))
    return () => clearTimeout(timer)
  }, [])
  return children
}
