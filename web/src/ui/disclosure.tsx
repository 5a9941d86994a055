import { type ReactNode, useId, useRef, useState } from 'react'

type DisclosureProps = {
  button: ReactNode
  buttonClass: string
  /** Only if the text of the button does not name it. */
  label?: string
  panelClass?: string
  /** The content while it is open. `close` returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A button that shows and hides content below it. */
export const Disclosure = ({
  button,
  buttonClass,
  label,
  panelClass,
  children,
}: DisclosureProps) => {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      <div id={panel} className={panelClass} hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </>
  )
}
