import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState } from 'react'
import { BusinessField } from '../submissions/business-field.tsx'

type BusinessChoiceProps = { onChoose: (businessId: string) => void }

/** A chip that becomes a field with suggested businesses. Escape and the button close the field. */
export const BusinessChoice = ({ onChoose }: BusinessChoiceProps) => {
  const [text, setText] = useState<string | null>(null)
  const isOpen = text !== null
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) document.getElementById(id)?.focus()
    else if (wasOpen.current) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, id])
  if (!isOpen) {
    return (
      <button ref={button} type="button" className="chip chip-button" onClick={() => setText('')}>
        Business
      </button>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field has the keys
    <span
      className="chip chip-field"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(null)
      }}
    >
      <label className="sr-only" htmlFor={id}>
        Business
      </label>
      <BusinessField
        control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        name="business"
        placeholder="Name of a business"
        value={text}
        isLocked={false}
        noMatch="No business found."
        onType={setText}
        onChoose={({ id: businessId }) => onChoose(businessId)}
      />
      <button
        type="button"
        className="chip-remove"
        aria-label="Close the choice of a business"
        onClick={() => setText(null)}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
