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
    let hasMouseMoved = false
    const move = ({ pointerType }: PointerEvent) => {
      hasMouseMoved = pointerType === 'mouse'
    }
    // The notification may appear where the mouse rests, and an element that was tapped stays hovered.
    const isHovered = () => hasMouseMoved && region.current?.matches(':hover') === true
    const timer = setInterval(() => {
      if (document.hidden || isHovered() || hasKeyboardFocus(region.current)) return
      remaining -= tickMilliseconds
      if (remaining <= 0) close(openId)
    }, tickMilliseconds)
    addEventListener('pointermove', move, { passive: true })
    return () => {
      clearInterval(timer)
      removeEventListener('pointermove', move)
    }
  }, [openId, region])
}

/** A click leaves a focus that is not visible. */
const hasKeyboardFocus = (region: HTMLElement | null): boolean =>
  region?.contains(document.querySelector(':focus-visible')) === true
