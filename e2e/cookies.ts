import type { BrowserContext } from '@playwright/test'
import { noteSecret } from './traces.ts'

/** Records every cookie that a browser gets. The returned function waits until all of them are recorded. */
export const watchCookies = (context: BrowserContext): (() => Promise<void>) => {
  const reading: Promise<void>[] = []
  context.on('response', (response) => {
    if (!response.url().includes('/api/auth/')) return
    // A closed page has no more responses.
    reading.push(response.headersArray().then(noteSetCookies, () => {}))
  })
  return async () => {
    await Promise.all(reading)
    for (const { name, value } of await context.cookies()) noteCookie(name, value)
  }
}

export const noteSetCookies = (headers: readonly { name: string; value: string }[]): void => {
  for (const { name, value } of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue
    const [, cookie, text] = /^([^=]+)=([^;]*)/.exec(value) ?? []
    noteCookie(cookie ?? '', text ?? '')
  }
}

/** The session hint is not secret, and a deleted cookie is empty. */
const noteCookie = (name: string, text: string): void => {
  if (name !== 'session-hint' && text !== '') noteSecret({ kind: 'cookie', text })
}
