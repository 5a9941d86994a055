import X from 'lucide-react/icons/x'
import * as Toast from 'radix-ui/toast'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

const shownMs = 3_000
const removalDelayMs = 1_000_000
const swipeThresholdPx = 50

export type ToastContent = {
  title: string
  description?: string | undefined
  variant?: 'destructive'
}
export type ShowToast = (content: ToastContent) => void

/** One notification at a time: open, then closed, then removed. A new one replaces the one before. */
type Notice = ToastContent & { id: string; isOpen: boolean }

const ToastContext = createContext<ShowToast | undefined>(undefined)
const ToastHostContext = createContext<(host: HTMLElement) => () => void>(() => () => {})

export const useToast = (): ShowToast => {
  const show = use(ToastContext)
  if (show === undefined) throw new Error('useToast needs a ToastProvider above it.')
  return show
}

/**
 * An open modal dialog covers and silences the rest of the page, notifications too, unless they are shown
 * inside it: it offers itself as host while it is open.
 */
export const useToastHost = () => use(ToastHostContext)

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [hosts, setHosts] = useState<readonly HTMLElement[]>([])

  const show = useCallback<ShowToast>((content) => {
    setNotice({ ...content, id: crypto.randomUUID(), isOpen: true })
  }, [])
  const host = useCallback((element: HTMLElement) => {
    setHosts((before) => [...before, element])
    return () => setHosts((before) => before.filter((one) => one !== element))
  }, [])

  const closedId = notice !== null && !notice.isOpen ? notice.id : undefined
  useEffect(() => {
    if (closedId === undefined) return
    const timer = setTimeout(
      () => setNotice((current) => (current?.id === closedId ? null : current)),
      removalDelayMs,
    )
    return () => clearTimeout(timer)
  }, [closedId])

  const close = (id: string) =>
    setNotice((current) => (current?.id === id ? { ...current, isOpen: false } : current))
  const shownIn = hosts.at(-1) ?? document.body

  return (
    <ToastContext value={show}>
      <ToastHostContext value={host}>
        {useMemo(() => children, [children])}
        <Toast.Provider
          duration={shownMs}
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
              onOpenChange={(isOpen) => !isOpen && close(notice.id)}
            >
              <div className="min-w-0 grow py-3">
                <Toast.Title className="font-semibold">{notice.title}</Toast.Title>
                {notice.description && (
                  <Toast.Description className="mt-0.5 text-soft wrap-anywhere">
                    {notice.description}
                  </Toast.Description>
                )}
              </div>
              <Toast.Close
                className="button-quiet target grid place-items-center"
                aria-label="Close"
              >
                <X size={16} aria-hidden />
              </Toast.Close>
            </Toast.Root>
          )}
          {createPortal(<Toast.Viewport className="toast-viewport" />, shownIn)}
        </Toast.Provider>
      </ToastHostContext>
    </ToastContext>
  )
}
