import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { watchCookies } from './cookies.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { adminAddresses, signInAs, signInNewMember } from './members.ts'
import { collectProblems, type Problems } from './problems.ts'

type Fixtures = {
  problems: Problems
  mailbox: Mailbox
  /** A page in a browser of its own: other cookies, other storage, another address on the network. */
  openWindow: () => Promise<Page>
  /** Signs a new member in, without the dialog, and answers their mail address. */
  signIn: (page: Page) => Promise<string>
  /** Signs the administrator of that number in; one number for one journey. */
  signInAdmin: (page: Page, number: number) => Promise<string>
}

export const test = base.extend<Fixtures>({
  problems: async ({ browserName: _ }, use) => {
    const problems = collectProblems()
    await use(problems)
    expect(problems.unexpected(), 'what the browser complained of').toEqual([])
  },

  mailbox: async ({ baseURL }, use) => use(openMailbox(baseURL ?? '')),

  extraHTTPHeaders: async ({ browserName: _ }, use) => use(fromOwnNetwork()),

  context: async ({ context, problems }, use) => {
    problems.watch(context)
    const noteCookies = watchCookies(context)
    await use(context)
    await noteCookies()
  },

  openWindow: async ({ browser, problems }, use) => {
    const closes: (() => Promise<void>)[] = []
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: fromOwnNetwork() })
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

  signIn: async ({ mailbox }, use) => use(({ request }) => signInNewMember(request, mailbox)),

  signInAdmin: async ({ mailbox }, use) =>
    use(({ request }, number) => signInAs(adminAddresses[number] ?? '', request, mailbox)),
})

/** Limits count by network, so every browser comes from one of its own (the site trusts one proxy). */
const fromOwnNetwork = (): Record<string, string> => {
  const [first, second] = randomUUID().split('-')
  return { 'x-forwarded-for': `2001:db8:${first?.slice(0, 4)}:${second}::1` }
}
