import { useEffect, useState } from 'react'

const pauseMilliseconds = 250

/** The value after it has not changed for a moment, so that typing does not send a request per key. */
export const useDebounced = <Value>(value: Value, milliseconds = pauseMilliseconds): Value => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
