import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react'

/** Asked for with the first page but not waited for: no page shows a notification before it is used. */
const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

const removalDelayMilliseconds = 1_000_000

type ToastContent = {
  title: string
  description?: string | undefined
  variant?: 'destructive'
}
export type ShowToast = (content: ToastContent) => void

/** One notification at a time: open, then closed, then removed. A new one replaces the one before. */
export type Notice = ToastContent & { id: string; isOpen: boolean }

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
      removalDelayMilliseconds,
    )
    return () => clearTimeout(timer)
  }, [closedId])

  const close = (id: string) =>
    setNotice((current) => (current?.id === id ? { ...current, isOpen: false } : current))

  return (
    <ToastContext value={show}>
      <ToastHostContext value={host}>
        {children}
        <Suspense>
          <Toaster notice={notice} shownIn={hosts.at(-1) ?? document.body} onClose={close} />
        </Suspense>
      </ToastHostContext>
    </ToastContext>
  )
}
