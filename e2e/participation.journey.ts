import { boycottPath, pages } from '@answerable/contracts/pages'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
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
  const signIn = dialog(page, 'Answerable')
  const address = newAddress()
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

type Kept = { caches: string[]; workers: string[]; paths: string[] }

/** The paths that the browser keeps for /my-boycotts, and the scopes of its workers. */
const kept = (page: Page) =>
  page.evaluate<Kept>(`(async () => {
    const cache = (await caches.has('answerable-my-boycotts'))
      ? await caches.open('answerable-my-boycotts')
      : null
    const pathOf = ({ url }) => new URL(url).pathname
    const registrations = await navigator.serviceWorker.getRegistrations()
    return {
      caches: await caches.keys(),
      workers: registrations.map(({ scope, active }) =>
        active === null ? 'not active yet' : pathOf({ url: scope })
      ),
      paths: cache === null ? [] : (await cache.keys()).map(pathOf),
    }
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
  await field.fill('zzz')
  await expect(page.getByText('“zzz” is not on your list.')).toBeVisible()
  await field.fill('')

  await page.emulateMedia({ media: 'print' })
  await expect(rows(page)).toHaveCount(2)
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  await expect.poll(() => kept(page)).toMatchObject({ workers: [pages.myBoycotts] })
  await expect.poll(async () => (await kept(page)).paths).toContain(pages.myBoycotts)
  const { paths } = await kept(page)
  expect(paths.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
    '/my-boycotts',
    '/my-boycotts/list',
  ])
  await context.setOffline(true)
  await page.goto(pages.myBoycotts)
  await expect(page.getByText(/^2 boycotts, as of/)).toBeVisible()
  await expect(rowOf(page, 'Nestlé')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(0)
  await field.fill('PETROL')
  await expect(rows(page)).toHaveCount(1)
  // Other pages are not touched.
  await expect(page.goto(pages.about)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')

  await context.setOffline(false)
  await page.goto(pages.myBoycotts)
  await page.getByRole('button', { name: 'Leave the boycott of Nestlé' }).click()
  await expect(page.getByRole('button', { name: 'Join again the boycott of Nestlé' })).toBeVisible()
  await expect
    .poll(async () => (await boycott(page.request, 'Nestlé')).ownParticipation)
    .toBe(false)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' }).first()).toBeVisible()
  await expect.poll(() => kept(page)).toEqual({ caches: [], workers: [], paths: [] })
  expect(await page.evaluate(`localStorage.getItem('answerable-my-boycotts')`)).toBeNull()
})
