import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useToastHost } from './toast.tsx'

/** Makes a `<dialog>` modal while it is rendered; Escape and a press beside its panel ask to close it. */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null)
  const host = useToastHost()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (!dialog.open) dialog.showModal()
    const leave = host(dialog)
    return () => {
      leave()
      // Closing, and not only leaving the page, gives the focus back to where it came from.
      dialog.close()
    }
  }, [host])

  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault()
      onClose()
    },
    onPointerDown: (event: MouseEvent) => {
      if (event.target === event.currentTarget) onClose()
    },
  }
}
