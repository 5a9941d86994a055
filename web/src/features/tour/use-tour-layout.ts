import { type RefObject, useLayoutEffect, useState } from 'react'
import { placeTour, type TourLayout } from './place-tour.ts'

const topAfterScrollPx = 24
/** An area is scrolled into view unless this share of the screen's height shows it. */
const comfortable = 0.62

/** Scrolls the area of a step into view and follows its position. */
export const useTourLayout = (
  area: string | undefined,
  panel: RefObject<HTMLElement | null>,
): TourLayout | undefined => {
  const [layout, setLayout] = useState<TourLayout>()

  useLayoutEffect(() => {
    const element = area === undefined ? null : firstShown(area)
    if (element !== null) bringIntoView(element)
    const place = () => {
      const { offsetWidth: width = 0, offsetHeight: height = 0 } = panel.current ?? {}
      const viewport = {
        width: document.documentElement.clientWidth,
        height: window.innerHeight,
      }
      setLayout(placeTour(element?.getBoundingClientRect() ?? null, { width, height }, viewport))
    }
    place()
    const resized = new ResizeObserver(place)
    resized.observe(document.body)
    if (panel.current !== null) resized.observe(panel.current)
    addEventListener('resize', place)
    addEventListener('scroll', place, { passive: true })
    return () => {
      resized.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place)
    }
  }, [area, panel])

  return layout
}

/** Restore the scroll position from before the tour. */
export const useScrollBack = (): void => {
  useLayoutEffect(() => {
    const before = scrollY
    return () => scrollTo(0, before)
  }, [])
}

const firstShown = (area: string): Element | null =>
  [...document.querySelectorAll(`[data-tour="${area}"]`)].find(
    (one) => one.getClientRects().length > 0,
  ) ?? null

const bringIntoView = (element: Element): void => {
  const { top, height } = element.getBoundingClientRect()
  const shown = Math.min(height, window.innerHeight * 0.3)
  if (top >= 0 && top + shown <= window.innerHeight * comfortable) return
  scrollTo(0, scrollY + top - topAfterScrollPx)
}
