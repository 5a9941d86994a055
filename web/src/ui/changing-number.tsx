import { useState } from 'react'

const formatted = new Intl.NumberFormat('en')

/** A figure that shows when it changed under the reader: the new one is lit for a moment. */
export const ChangingNumber = ({ value, label }: { value: number; label: string }) => {
  const [first] = useState(value)
  const [hasChanged, setHasChanged] = useState(false)
  if (value !== first && !hasChanged) setHasChanged(true)
  return (
    <output className="figure" aria-label={`${label} ${value}`} aria-live="off">
      <span key={value} className={hasChanged ? 'lit' : undefined} aria-hidden="true">
        {formatted.format(value).replace('-', '−')}
      </span>
    </output>
  )
}
