import { vi } from 'vitest'

/** Storage of a browser that blocks it: every access throws. */
export const blockStorage = (): void => {
  const refuse = () => {
    throw new DOMException('Blocked.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse }))
}
