import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useToastHost } from './toast.tsx'

/** Makes a `<dialog>` modal while it is rendered; Escape and a press beside its panel ask to close it. */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const host = useToastHost()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (!dialog.open) dialog.showModal()
    // React's autoFocus acts before the dialog is open, when nothing in it can take the focus.
    dialog.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
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
      pressedBeside.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent) => {
      // A press that began inside, to select text for one, does not close what it ends beside.
      if (pressedBeside.current && event.target === event.currentTarget) onClose()
    },
  }
}
