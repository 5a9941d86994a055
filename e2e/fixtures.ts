import { randomUUID } from 'node:crypto'
import {
  type APIResponse,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { collectProblems, type Problems } from './problems.ts'
import { noteSecret } from './traces.ts'

type Fixtures = {
  problems: Problems
  mailbox: Mailbox
  /** A page in a browser of its own: other cookies, other storage, another address on the network. */
  openWindow: () => Promise<Page>
  /** Signs a new member in, without the dialog, and answers their mail address. */
  signIn: (page: Page) => Promise<string>
}

export const test = base.extend<Fixtures>({
  problems: async ({ browserName: _ }, use) => {
    const problems = collectProblems()
    await use(problems)
    expect(problems.unexpected(), 'what the browser complained of').toEqual([])
  },

  mailbox: async ({ baseURL }, use) => use(openMailbox(baseURL ?? '')),

  extraHTTPHeaders: async ({ browserName: _ }, use) => use(newNetwork()),

  context: async ({ context, problems }, use) => {
    problems.watch(context)
    const noteCookies = watchCookies(context)
    await use(context)
    await noteCookies()
  },

  openWindow: async ({ browser, problems }, use) => {
    const closes: (() => Promise<void>)[] = []
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: newNetwork() })
      problems.watch(context)
      const noteCookies = watchCookies(context)
      closes.push(async () => {
        await noteCookies()
        await context.close()
      })
      return context.newPage()
    })
    for (const close of closes) await close()
  },

  signIn: async ({ mailbox }, use) =>
    use(async ({ request }) => {
      const email = newAddress()
      const post = async (path: string, data: object) => {
        const response = await request.post(path, { data })
        expect(response.ok(), `${path} answered ${response.status()}`).toBe(true)
        noteSetCookies(response.headersArray())
      }
      await post('/api/auth/magic-link', { email })
      const { code } = await mailbox.mailTo(email)
      await post('/api/auth/verify-code', { email, code })
      return email
    }),
})

export const newAddress = (): string => `member-${randomUUID().slice(0, 8)}@journeys.example`

/** Limits count by network, so every browser comes from one of its own (the site trusts one proxy). */
const newNetwork = (): Record<string, string> => {
  const [first, second] = randomUUID().split('-')
  return { 'x-forwarded-for': `2001:db8:${first?.slice(0, 4)}:${second}::1` }
}

type Headers = ReturnType<APIResponse['headersArray']>

/** Notes every cookie that a browser is given; the answer waits until all of them are noted. */
const watchCookies = (context: BrowserContext): (() => Promise<void>) => {
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

const noteSetCookies = (headers: Headers): void => {
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
