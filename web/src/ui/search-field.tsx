import { useEffect, useEffectEvent, useRef, useState } from 'react'

const pauseMilliseconds = 250

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches when the typing pauses. */
export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  /** Own searches that `value` does not show yet. */
  const [searched, setSearched] = useState<readonly string[]>([])
  if (value !== lastValue) {
    setLastValue(value)
    const place = searched.indexOf(value)
    setSearched(place === -1 ? [] : searched.slice(place + 1))
    // The text may have been continued since an own search. Another value comes from a link or the "back" button.
    if (place === -1 && value !== text.trim()) setText(value)
  }
  const field = useRef<HTMLInputElement>(null)
  // Hydration keeps text that was typed before.
  useEffect(() => {
    if (field.current !== null) setText(field.current.value)
  }, [])
  const trimmed = text.trim()
  // Calls `onSearch` of the latest render, because a filter may change during the pause.
  const search = useEffectEvent(() => {
    setSearched([...searched, trimmed])
    onSearch(trimmed)
  })
  useEffect(() => {
    if (trimmed === value) return
    const timer = setTimeout(search, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [trimmed, value])
  return (
    <label className="search">
      <span className="text-sm font-semibold">{label}</span>
      <input
        ref={field}
        className="input"
        type="search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  )
}
