import X from 'lucide-react/icons/x'
import * as Toast from 'radix-ui/toast'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Notice } from './notice.ts'

const shownMilliseconds = 3_000
const tickMilliseconds = 100
const swipeThresholdPx = 50

type ToasterProps = { notice: Notice | null; shownIn: HTMLElement; onClose: (id: string) => void }

/** The region where notifications appear; F8 moves the focus to it. */
export const Toaster = ({ notice, shownIn, onClose }: ToasterProps) => {
  const region = useRef<HTMLOListElement>(null)
  useAutomaticClose(notice, region, onClose)
  return (
    <Toast.Provider
      duration={Number.POSITIVE_INFINITY}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      announcerContainer={shownIn}
    >
      {notice && (
        <Toast.Root
          key={notice.id}
          className="toast"
          data-variant={notice.variant}
          type={notice.variant === 'destructive' ? 'foreground' : 'background'}
          open={notice.isOpen}
          onOpenChange={(isOpen) => !isOpen && onClose(notice.id)}
        >
          <div className="min-w-0 grow py-3">
            <Toast.Title className="font-semibold">{notice.title}</Toast.Title>
            {notice.description && (
              <Toast.Description className="mt-0.5 text-soft wrap-anywhere">
                {notice.description}
              </Toast.Description>
            )}
          </div>
          <Toast.Close className="button-icon" aria-label="Close">
            <X size={16} aria-hidden />
          </Toast.Close>
        </Toast.Root>
      )}
      {createPortal(<Toast.Viewport ref={region} className="toast-viewport" />, shownIn)}
    </Toast.Provider>
  )
}

/**
 * Closes a notification after its time, which stops while it is used or the page is hidden. This replaces the
 * timer of Radix, which misses a focus right after the notification appears and, when a notification is closed
 * with the pointer, never closes the next one.
 */
const useAutomaticClose = (
  notice: Notice | null,
  region: RefObject<HTMLElement | null>,
  onClose: (id: string) => void,
): void => {
  const close = useEffectEvent(onClose)
  const openId = notice?.isOpen ? notice.id : undefined
  useEffect(() => {
    if (openId === undefined) return
    let remaining = shownMilliseconds
    const timer = setInterval(() => {
      if (document.hidden || isUsed(region.current)) return
      remaining -= tickMilliseconds
      if (remaining <= 0) close(openId)
    }, tickMilliseconds)
    return () => clearInterval(timer)
  }, [openId, region])
}

/**
 * Whether the keyboard's focus or a mouse is in the region. A click leaves a focus that is not visible, and a tap a
 * hover that stays.
 */
const isUsed = (region: HTMLElement | null): boolean =>
  region !== null &&
  (region.contains(document.querySelector(':focus-visible')) ||
    (matchMedia('(hover: hover)').matches && region.matches(':hover')))
