import { useLayoutEffect, useRef } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Longer than a slow device needs to draw the rows of a member's page after a reload. */
const settlingMilliseconds = 30_000
const signsOfReader = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scroll position: a new page starts at the top; back and forward restore the position; a replaced address,
 * as by a search while typing, and the start of the application change nothing.
 */
export const useScrollMemory = (): void => {
  const { key, pathname, search } = useLocation()
  const kind = useNavigationType()
  const isStart = useRef(true)
  // The first location of every document has the same key.
  const place = `${key} ${pathname}${search}`

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    let position = isStart.current && scrollY > 0 ? scrollY : startOf(kind, place)
    isStart.current = false
    const stopReturning = scrollWhenTallEnough(position)

    const notice = () => {
      position = scrollY
    }
    const savePosition = () => remember(place, position)
    addEventListener('scroll', notice, { passive: true })
    addEventListener('pagehide', savePosition)
    return () => {
      stopReturning()
      removeEventListener('scroll', notice)
      removeEventListener('pagehide', savePosition)
      savePosition()
    }
  }, [place, kind])
}

const startOf = (kind: NavigationType, place: string): number => {
  if (kind === 'POP') return recall(place)
  return kind === 'REPLACE' ? scrollY : 0
}

/** After a reload the rows arrive later: retries while the page grows, until the reader acts. */
const scrollWhenTallEnough = (position: number): (() => void) => {
  if (isAt(position)) return () => {}
  scrollTo(0, position)
  if (position === 0 || isAt(position)) return () => {}
  const growth = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < position) return
    scrollTo(0, position)
    stop()
  })
  const stop = () => {
    growth.disconnect()
    clearTimeout(timer)
    for (const type of signsOfReader) removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, settlingMilliseconds)
  for (const type of signsOfReader) addEventListener(type, stop, { passive: true })
  growth.observe(document.body)
  return stop
}

const isAt = (position: number): boolean => Math.abs(scrollY - position) < 2

const storageKey = (place: string): string => `answerable-scroll-${place}`

const recall = (place: string): number => {
  try {
    return Number(sessionStorage.getItem(storageKey(place)) ?? 0)
  } catch {
    return 0
  }
}

const remember = (place: string, position: number): void => {
  try {
    sessionStorage.setItem(storageKey(place), String(Math.round(position)))
  } catch {
    // Not remembered.
  }
}
