import { useEffect, useState } from 'react'

const pauseMilliseconds = 250

/** A value once it has stayed the same for a moment: what is being typed is not asked about at every key. */
export const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
