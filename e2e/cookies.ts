import type { BrowserContext } from '@playwright/test'
import { recordSecret } from './traces.ts'

/** Records every cookie that a browser gets. The returned function waits until all of them are recorded. */
export const watchCookies = (context: BrowserContext): (() => Promise<void>) => {
  const reading: Promise<void>[] = []
  context.on('response', (response) => {
    if (!response.url().includes('/api/auth/')) return
    // A closed page has no more responses.
    reading.push(response.headersArray().then(recordSetCookies, () => {}))
  })
  return async () => {
    await Promise.all(reading)
    for (const { name, value } of await context.cookies()) recordCookie(name, value)
  }
}

export const recordSetCookies = (headers: readonly { name: string; value: string }[]): void => {
  for (const { name, value } of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue
    const [, cookie, text] = /^([^=]+)=([^;]*)/.exec(value) ?? []
    recordCookie(cookie ?? '', text ?? '')
  }
}

/** The session hint is not secret, and a deleted cookie is empty. */
const recordCookie = (name: string, text: string): void => {
  if (name !== 'session-hint' && text !== '') recordSecret({ kind: 'cookie', text })
}
