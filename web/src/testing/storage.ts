import { vi } from 'vitest'

/** As in a browser that refuses storage: whatever is asked of it throws. */
export const blockStorage = (): void => {
  const refuse = () => {
    throw new DOMException('Blocked.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse }))
}
