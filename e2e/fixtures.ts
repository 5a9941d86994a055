import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test'
import { watchCookies } from './cookies.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { adminAddresses, adminOfWorker, signInAs, signInNewMember } from './members.ts'
import { recordNotices } from './notices.ts'
import { collectProblems, type Problems } from './problems.ts'
import { repeatedCalls, repeatRefused } from './repeat-refused.ts'
import { originOf } from './sites.ts'

type Fixtures = {
  problems: Problems
  mailbox: Mailbox
  /** A page in a separate browser: other cookies, other storage, another network address. */
  openWindow: () => Promise<Page>
  /** Signs in a new member without the dialog. Returns their mail address. */
  signIn: (page: Page) => Promise<string>
  /** Signs in a new member who calls the API without a page. */
  newMember: () => Promise<APIRequestContext>
  /** Signs in the member with this address. The next mail to it is possible after a minute. */
  signInAsMember: (page: Page, address: string) => Promise<string>
  /** Signs in the administrator with that number. Each journey uses its own number. */
  signInAdmin: (page: Page, number: number) => Promise<string>
  /** Gives the page's browser the session of an administrator who is signed in already. */
  becomeAdmin: (page: Page) => Promise<void>
}

type WorkerFixtures = { adminCookies: readonly Cookie[] }

export const test = base.extend<Fixtures, WorkerFixtures>({
  problems: async ({ browserName: _ }, use) => {
    const problems = collectProblems()
    await use(problems)
    expect(problems.unexpected(), 'what the browser complained of').toEqual([])
  },

  mailbox: async ({ baseURL }, use) => use(openMailbox(baseURL ?? '')),

  extraHTTPHeaders: async ({ browserName: _ }, use) => use(fromOwnNetwork()),

  request: async ({ request }, use) => {
    repeatRefused(request)
    await use(request)
  },

  context: async ({ context, problems }, use) => {
    const allRecorded = await prepare(context, problems)
    await use(context)
    await allRecorded()
  },

  openWindow: async ({ browser, problems }, use) => {
    const closes: (() => Promise<void>)[] = []
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: fromOwnNetwork() })
      const allRecorded = await prepare(context, problems)
      closes.push(async () => {
        await allRecorded()
        await context.close()
      })
      return context.newPage()
    })
    for (const close of closes) await close()
  },

  signIn: async ({ mailbox }, use) => use(({ request }) => signInNewMember(request, mailbox)),

  newMember: async ({ playwright, baseURL, mailbox }, use) => {
    const members: APIRequestContext[] = []
    await use(async () => {
      const member = await playwright.request.newContext({
        baseURL: baseURL ?? '',
        extraHTTPHeaders: fromOwnNetwork(),
      })
      repeatRefused(member)
      members.push(member)
      await signInNewMember(member, mailbox)
      return member
    })
    for (const member of members) await member.dispose()
  },

  signInAsMember: async ({ mailbox }, use) =>
    use(({ request }, address) => signInAs(address, request, mailbox)),

  signInAdmin: async ({ mailbox }, use) =>
    use(({ request }, number) => signInAs(adminAddresses[number] ?? '', request, mailbox)),

  becomeAdmin: async ({ adminCookies }, use) =>
    use((page) => page.context().addCookies([...adminCookies])),

  adminCookies: [
    async ({ playwright }, use, { workerIndex }) => {
      const baseURL = originOf('demo')
      const request = await playwright.request.newContext({
        baseURL,
        extraHTTPHeaders: fromOwnNetwork(),
      })
      repeatRefused(request)
      await signInAs(adminOfWorker(workerIndex), request, openMailbox(baseURL))
      const { cookies } = await request.storageState()
      await request.dispose()
      await use(cookies)
    },
    { scope: 'worker' },
  ],
})

/** Prepares a browser for a journey. The returned function waits until all of its cookies are recorded. */
const prepare = async (
  context: BrowserContext,
  problems: Problems,
): Promise<() => Promise<void>> => {
  repeatRefused(context.request)
  problems.watch(context)
  await recordNotices(context)
  await context.addInitScript(patientCalls)
  await context.addInitScript(repeatedCalls)
  return watchCookies(context)
}

/**
 * The application's calls time out after 10 seconds. A slow machine, or a journey that delays a response, may
 * take longer.
 */
const patientCalls = `
  const { timeout } = AbortSignal
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, 30 * milliseconds)
`

/** Network prefixes in a country; the documentation network is in none. */
const networks = { nowhere: '2001:db8', us: '2600:1700', ch: '2a02:1206', br: '2804:14c' } as const

/** Limits count by network, so each browser comes from its own network (the site trusts one proxy). */
export const fromOwnNetwork = (
  country: keyof typeof networks = 'nowhere',
): Record<string, string> => {
  const [first, second] = randomUUID().split('-')
  return { 'x-forwarded-for': `${networks[country]}:${first?.slice(0, 4)}:${second}::1` }
}
