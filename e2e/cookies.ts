import type { BrowserContext } from '@playwright/test'
import { noteSecret } from './traces.ts'

/** Notes every cookie that a browser is given; the answer waits until all of them are noted. */
export const watchCookies = (context: BrowserContext): (() => Promise<void>) => {
  const reading: Promise<void>[] = []
  context.on('response', (response) => {
    if (!response.url().includes('/api/auth/')) return
    // A page that has gone takes its answers with it.
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

/** The hint that a session may exist is no secret, and a cookie that is taken back is empty. */
const noteCookie = (name: string, text: string): void => {
  if (name !== 'session-hint' && text !== '') noteSecret({ kind: 'cookie', text })
}
