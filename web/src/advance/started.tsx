import { type ReactNode, useEffect } from 'react'
import { startedEvent } from './started-event.ts'

/** Tells whoever waits for it that the page answers clicks. */
export const TellStarted = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    dispatchEvent(new Event(startedEvent))
  }, [])
  return children
}
