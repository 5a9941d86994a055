import { useRef } from 'react'
import { ApiError } from './api-error.ts'

/**
 * Creates idempotency keys. A request that is repeated after its response was lost uses the same key. Other
 * content, or a request after a response, uses a new one.
 */
export const useAttemptKey = () => {
  const attempt = useRef<{ content: string; key: string }>(undefined)
  return {
    headersFor: (content: unknown): { 'idempotency-key': string } => {
      const text = JSON.stringify(content)
      if (attempt.current?.content !== text) {
        attempt.current = { content: text, key: crypto.randomUUID() }
      }
      return { 'idempotency-key': attempt.current.key }
    },
    onSettled: (_answer: unknown, error: unknown): void => {
      const isLost = error !== null && !(error instanceof ApiError && error.status < 500)
      if (!isLost) attempt.current = undefined
    },
  }
}
