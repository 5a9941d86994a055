import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import type { Notice, ShowToast } from './notice.ts'
import type { Toaster as LoadedToaster } from './toaster.tsx'

const removalDelayMilliseconds = 1_000_000

const ToastContext = createContext<ShowToast | undefined>(undefined)
const ToastHostContext = createContext<(host: HTMLElement) => () => void>(() => () => {})

export const useToast = (): ShowToast => {
  const show = use(ToastContext)
  if (show === undefined) throw new Error('useToast needs a ToastProvider above it.')
  return show
}

/**
 * An open modal dialog makes the rest of the page inert, including notifications. So a dialog registers
 * itself as their container while it is open.
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

  const Toaster = useToaster(notice !== null)

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
        {Toaster && (
          <Toaster notice={notice} shownIn={hosts.at(-1) ?? document.body} onClose={close} />
        )}
      </ToastHostContext>
    </ToastContext>
  )
}

const firstUses = ['pointerdown', 'keydown'] as const
const unusedMilliseconds = 5_000

/**
 * The component that shows notifications. It is loaded at the first interaction or after a while, because
 * notifications are rare before, and it must be available if the connection breaks later. A failed load is
 * retried.
 */
const useToaster = (isNeeded: boolean) => {
  const [toaster, setToaster] = useState<{ Toaster: typeof LoadedToaster }>()
  const isMissing = toaster === undefined

  useEffect(() => {
    if (!isMissing) return
    const load = () => void import('./toaster.tsx').then(setToaster, () => undefined)
    if (isNeeded) load()
    const timer = setTimeout(load, unusedMilliseconds)
    for (const use of firstUses) addEventListener(use, load, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const use of firstUses) removeEventListener(use, load)
    }
  }, [isMissing, isNeeded])

  return toaster?.Toaster
}
