import { useEffect, useState } from 'react'

const pauseMilliseconds = 250

/** The value after it has not changed for a moment, so that typing does not send a request per key. */
export const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
