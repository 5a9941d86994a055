import { useState } from 'react'
import { lazily } from '../platform/once.ts'
import { plain } from './figures.ts'

const compact = lazily(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
)

/** Larger figures are shortened to fit their column. */
const compactFrom = 10_000

/** A figure that is highlighted for a moment when it changes. */
export const ChangingNumber = ({ value, label }: { value: number; label: string }) => {
  const [first] = useState(value)
  const [hasChanged, setHasChanged] = useState(false)
  if (value !== first && !hasChanged) setHasChanged(true)
  return (
    <output className="figure" aria-label={`${label} ${value}`} aria-live="off">
      <span key={value} className={hasChanged ? 'lit' : undefined} aria-hidden="true">
        {written(value)}
      </span>
    </output>
  )
}

const written = (value: number): string =>
  Math.abs(value) < compactFrom ? plain(value) : compact().format(value).replace('-', '−')
