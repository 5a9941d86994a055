import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useToastHost } from './toast.tsx'

/** Makes a `<dialog>` modal while it is rendered. Escape and a press outside its panel ask to close it. */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const host = useToastHost()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (!dialog.open) dialog.showModal()
    // React's autoFocus runs before the dialog is open, when nothing in it is focusable.
    dialog.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    const leave = host(dialog)
    return () => {
      leave()
      // Closing restores the focus; only removing the element does not.
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
      // A press that starts inside, for example to select text, does not close the dialog.
      if (pressedBeside.current && event.target === event.currentTarget) onClose()
    },
  }
}
