import { boycottPath, pages } from '@answerable/contracts/pages'
import { listOwnBoycotts } from '@answerable/contracts/participation'
import { expect, type Page } from '@playwright/test'
import { disconnect, reconnect } from './connections.ts'
import { test } from './fixtures.ts'
import type { Mailbox } from './mailbox.ts'
import { newAddress } from './members.ts'
import { boycott, dialog, rowOf, rows } from './page-parts.ts'

const joinButton = (page: Page, target: string) =>
  page.getByRole('button', { name: `Join boycott ${target}`, exact: true })
const joinedButton = (page: Page, target: string) =>
  page.getByRole('button', { name: `Joined ${target}`, exact: true })
const participants = (page: Page, count: number) =>
  page.getByRole('status', { name: `Taking part: ${count}`, exact: true })

const join = (page: Page, id: string) =>
  page.request.post(`/api/boycotts/${id}/participation`).then((response) => {
    expect(response.status()).toBe(200)
  })

/** Signs in with the dialog, which is open or opens now. */
const signInByCode = async (page: Page, mailbox: Mailbox, address: string) => {
  const signIn = dialog(page, 'Answerable')
  const withEmail = signIn.getByRole('button', { name: 'Sign in with Email' })
  const email = signIn.getByLabel('Email')
  await withEmail.or(email).first().waitFor()
  if (await withEmail.isVisible()) await withEmail.click()
  await email.fill(address)
  await signIn.getByRole('button', { name: 'Send Auth Email' }).click()
  const { code } = await mailbox.mailTo(address)
  await signIn.getByRole('tab', { name: 'Code' }).click()
  await signIn.getByLabel('6-digit code').fill(code)
  await signIn.getByRole('button', { name: 'Sign In' }).click()
}

test('a visitor who joins signs in first and then takes part; another window sees the number', async ({
  page,
  mailbox,
  openWindow,
}) => {
  const target = await boycott(page.request, 'Taco Bell')
  const watching = await openWindow()
  await watching.goto(boycottPath(target.id))
  await expect(participants(watching, target.participantCount)).toBeVisible()
  await page.goto(boycottPath(target.id))
  await joinButton(page, 'Taco Bell').click()
  await signInByCode(page, mailbox, newAddress())
  await expect(joinedButton(page, 'Taco Bell')).toBeVisible()
  await expect(participants(page, target.participantCount + 1)).toBeVisible()
  await expect(participants(watching, target.participantCount + 1)).toBeVisible()
  await expect
    .poll(async () => (await boycott(page.request, 'Taco Bell')).ownParticipation)
    .toBe(true)
  await joinedButton(page, 'Taco Bell').click()
  await expect(joinButton(page, 'Taco Bell')).toBeVisible()
  await expect(participants(watching, target.participantCount)).toBeVisible()
})

type Kept = { caches: string[]; workers: string[] }

/** The caches of the browser, and the scopes of its workers. */
const kept = (page: Page) =>
  page.evaluate<Kept>(`(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) =>
      active === null ? 'not active yet' : new URL(scope).pathname
    ),
  }))()`)

const nothingKept = { caches: [], workers: [] }

/** The paths that the browser keeps for /my-boycotts. Makes the cache if there is none. */
const keptPaths = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const cache = await caches.open('answerable-my-boycotts')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })()`)

test('the list finds owned brands, opens without a connection and on paper, and is forgotten at sign-out', async ({
  page,
  context,
  problems,
  signIn,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page)
  await page.goto(pages.myBoycotts)
  await expect(page.getByText('You have not joined a boycott yet.')).toBeVisible()
  const nestle = await boycott(page.request, 'Nestlé')
  const bp = await boycott(page.request, 'BP')
  await join(page, bp.id)
  await join(page, nestle.id)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  const field = page.getByLabel('Is this on my list?')
  await field.fill('petroleum')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'BP')).toBeVisible()
  await field.fill('nespresso')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'Nestlé')).toContainText('Includes Nespresso')
  await field.fill('zzz')
  await expect(page.getByText('“zzz” is not on your list.')).toBeVisible()
  await field.fill('')

  await page.emulateMedia({ media: 'print' })
  await expect(rows(page)).toHaveCount(2)
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  await expect.poll(() => kept(page)).toMatchObject({ workers: [pages.myBoycotts] })
  await expect.poll(() => keptPaths(page)).toContain(pages.myBoycotts)
  const paths = await keptPaths(page)
  expect(paths.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
    '/my-boycotts',
    '/my-boycotts/list',
  ])
  await disconnect(page)
  await page.goto(pages.myBoycotts)
  await expect(page.getByText(/^2 boycotts, as of/)).toBeVisible()
  await expect(rowOf(page, 'Nestlé')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(0)
  await field.fill('PETROL')
  await expect(rows(page)).toHaveCount(1)
  // Other pages are not touched.
  await expect(page.goto(pages.about)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')

  await context.setOffline(false)
  await expect(() => page.goto(pages.about)).toPass()
  const listIsRead = () =>
    page.waitForResponse((response) => new URL(response.url()).pathname === listOwnBoycotts.path)
  const read = listIsRead()
  await page.goto(pages.myBoycotts)
  await read
  // The page reads its list again after leaving. Without the session it would be refused.
  const readAgain = listIsRead()
  await page.getByRole('button', { name: 'Leave the boycott of Nestlé' }).click()
  await expect(page.getByRole('button', { name: 'Join again the boycott of Nestlé' })).toBeVisible()
  await readAgain
  await expect
    .poll(async () => (await boycott(page.request, 'Nestlé')).ownParticipation)
    .toBe(false)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' }).first()).toBeVisible()
  await expect.poll(() => kept(page)).toEqual(nothingKept)
  expect(await page.evaluate(`localStorage.getItem('answerable-my-boycotts')`)).toBeNull()
})

const keptKey = 'answerable-my-boycotts'
const keptId = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('${keptKey}')`)
const loginHint = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Log in' })

/** Joins a boycott and opens the list, until the browser keeps it. */
const keepList = async (page: Page, target: string) => {
  await join(page, (await boycott(page.request, target)).id)
  await page.goto(pages.myBoycotts)
  await expect(rowOf(page, target)).toBeVisible()
  await expect.poll(() => kept(page)).toMatchObject({ workers: [pages.myBoycotts] })
  await expect.poll(() => keptPaths(page)).toContain(pages.myBoycotts)
}

test('a sign-out in another tab hides the list at once, and the next member in this browser sees their own', async ({
  page,
  context,
  mailbox,
  signIn,
}) => {
  await signIn(page)
  await keepList(page, 'BP')
  const otherTab = await context.newPage()
  await otherTab.goto(pages.about)
  await otherTab.getByRole('button', { name: 'Log out' }).click()
  await expect(loginHint(page)).toBeVisible()
  await expect(rowOf(page, 'BP')).toHaveCount(0)
  await expect.poll(() => kept(page)).toEqual(nothingKept)
  const address = newAddress()
  await otherTab.getByRole('button', { name: 'Log in' }).first().click()
  await signInByCode(otherTab, mailbox, address)
  await expect(page.getByText('You have not joined a boycott yet.')).toBeVisible()
  await expect(page.getByTitle(`Account of ${address}`)).toBeVisible()
})

test('another account or an ended session shows no former list, with and without a connection', async ({
  page,
  context,
  problems,
  signIn,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  problems.expect(/status of 401/)
  problems.expect(/ERR_FAILED/)
  await signIn(page)
  await keepList(page, 'BP')
  // The tab does not know of the new session: its cookies come from elsewhere.
  await signIn(page)
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await expect(page.getByText('You have not joined a boycott yet.')).toBeVisible()
  await expect(rowOf(page, 'BP')).toHaveCount(0)

  // The code that deletes the list cannot be loaded.
  await keepList(page, 'Nestlé')
  await signIn(page)
  await page.route(/\/assets\/kept-list/, (route) => route.abort())
  await page.goto(pages.about)
  await expect.poll(() => keptId(page)).toBe('')
  await disconnect(page)
  await page.goto(pages.myBoycotts)
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(rowOf(page, 'Nestlé')).toHaveCount(0)
  // No page is open that notices the return of the connection before the code can be loaded.
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.unrouteAll()
  await expect(async () => void (await page.goto(pages.about))).toPass()
  await expect.poll(() => kept(page)).toEqual(nothingKept)

  await keepList(page, 'BP')
  await context.clearCookies({ name: /sid/ })
  await page.goto(pages.myBoycotts)
  await expect(loginHint(page)).toBeVisible()
  await expect.poll(() => kept(page)).toEqual(nothingKept)
  await disconnect(page)
  await expect(page.goto(pages.myBoycotts)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('without a connection, the list opens for its member, and a join is sent when the connection returns', async ({
  page,
  context,
  problems,
  signIn,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page)
  await keepList(page, 'BP')
  await disconnect(page)
  await page.reload()
  await expect(page.getByText(/^1 boycott, as of/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0)
  const account = page.getByText('Signed in', { exact: true })
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await expect(account.filter({ visible: true })).toHaveCount(1)

  const field = page.getByLabel('Is this on my list?')
  await field.fill('bp')
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes(listOwnBoycotts.path),
  )
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await failed
  await expect(field).toHaveValue('bp')
  await reconnect(page)
  await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(1)
  await expect(field).toHaveValue('bp')

  // The browser has a connection, but the site does not respond.
  await page.goto(pages.myBoycotts)
  await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(1)
  problems.expect(/ERR_CONNECTION_REFUSED/)
  await context.route(/\/api\//, (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(page.getByText(/^1 boycott, as of/)).toBeVisible()
  await expect(page.getByText(/^Answerable cannot be reached/)).toBeVisible()
  await context.unrouteAll()

  const target = await boycott(page.request, 'West Indian slave-grown sugar')
  await page.goto(boycottPath(target.id))
  await expect(joinButton(page, 'West Indian slave-grown sugar')).toBeVisible()
  await disconnect(page)
  await joinButton(page, 'West Indian slave-grown sugar').click()
  await expect(page.getByText('You are offline. Keep this page open')).toBeVisible()
  await expect(joinedButton(page, 'West Indian slave-grown sugar')).toBeVisible()
  await reconnect(page)
  await expect(page.getByText('You are offline. Keep this page open')).toHaveCount(0)
  await expect
    .poll(
      async () => (await boycott(page.request, 'West Indian slave-grown sugar')).ownParticipation,
    )
    .toBe(true)
})
