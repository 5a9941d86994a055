import { useEffect, useState } from 'react'
import { waitOf } from './api-error.ts'

/** Seconds that are left to wait after a refusal, counted down; 0 when it may be tried. */
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
