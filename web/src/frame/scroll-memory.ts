import { useLayoutEffect } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router-dom'

const settlingMilliseconds = 3_000

/**
 * A new page starts at its top; going back or forward returns to where it was left; an address that is only
 * replaced, as by a search while it is typed, leaves everything where it is.
 */
export const useScrollMemory = (): void => {
  const { key } = useLocation()
  const kind = useNavigationType()

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    let position = startOf(kind, key)
    const stopReturning = scrollWhenTallEnough(position)

    const notice = () => {
      position = scrollY
    }
    const keep = () => remember(key, position)
    addEventListener('scroll', notice, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      stopReturning()
      removeEventListener('scroll', notice)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [key, kind])
}

const startOf = (kind: NavigationType, key: string): number => {
  if (kind === 'POP') return recall(key)
  return kind === 'REPLACE' ? scrollY : 0
}

/** After a reload the rows arrive later: tries again as the page grows, until the reader moves. */
const scrollWhenTallEnough = (position: number): (() => void) => {
  scrollTo(0, position)
  if (position === 0 || Math.abs(scrollY - position) < 2) return () => {}
  const growth = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < position) return
    scrollTo(0, position)
    stop()
  })
  const stop = () => {
    growth.disconnect()
    clearTimeout(timer)
    for (const type of ['wheel', 'touchstart', 'keydown']) removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, settlingMilliseconds)
  for (const type of ['wheel', 'touchstart', 'keydown']) {
    addEventListener(type, stop, { passive: true })
  }
  growth.observe(document.body)
  return stop
}

const storageKey = (key: string): string => `answerable-scroll-${key}`

const recall = (key: string): number => {
  try {
    return Number(sessionStorage.getItem(storageKey(key)) ?? 0)
  } catch {
    return 0
  }
}

const remember = (key: string, position: number): void => {
  try {
    sessionStorage.setItem(storageKey(key), String(Math.round(position)))
  } catch {
    // Not remembered.
  }
}
