import { useEffect, useState } from 'react'
import { waitOf } from './api-error.ts'

/** Remaining seconds to wait after status 429, counted down; 0 when the request may be sent. */
export const useWait = (error: unknown): number => {
  const total = waitOf(error)
  const [countdown, setCountdown] = useState<{ error: unknown; left: number }>()
  useEffect(() => {
    if (total === 0) return
    const until = Date.now() + total * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setCountdown({ error, left })
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [error, total])
  return countdown !== undefined && countdown.error === error ? countdown.left : total
}
