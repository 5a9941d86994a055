import { useEffect, useState } from 'react'
import { waitOf } from './api-error.ts'

/** Remaining seconds to wait after status 429, counted down; 0 when the request may be sent. */
export const useWait = (error: unknown): number => {
  const whole = waitOf(error)
  const [counted, setCounted] = useState<{ error: unknown; left: number }>()
  useEffect(() => {
    if (whole === 0) return
    const until = Date.now() + whole * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setCounted({ error, left })
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [error, whole])
  return counted !== undefined && counted.error === error ? counted.left : whole
}
