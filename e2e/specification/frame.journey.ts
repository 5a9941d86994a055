import { expect, type Locator } from '@playwright/test'
import { dialog } from '../page-parts.ts'
import { holds, notifiesOf, seesOf } from './claims.ts'
import { test } from './test.ts'

const sees = seesOf('frame')
const notifies = notifiesOf('frame')
const footerLinks = {
  About: '/about',
  Guidelines: '/guidelines',
  Roadmap: '/roadmap',
  Privacy: '/privacy',
  Terms: '/terms',
  Donate: '/donate',
} as const

test('the footer links About, Guidelines, Roadmap, Privacy, Terms and Donate', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('navigation', { name: 'Footer' })
  for (const label of Object.keys(footerLinks) as (keyof typeof footerLinks)[]) {
    await sees(footer, label)
    await expect(footer.getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'href',
      footerLinks[label],
    )
  }
})

test('the header shows the part before the @ with a logout, and /admin to admins only', async ({
  page,
  signIn,
  becomeAdmin,
}) => {
  const header = page.getByRole('banner')
  await page.goto('/')
  await expect(header.getByRole('link', { name: 'Answerable' })).toHaveAttribute('href', '/')
  await sees(header, 'Log in')
  const address = await signIn(page)
  const user = (await (await page.request.get('/api/auth/me')).json()) as { user: object }
  expect(user).toMatchObject({ user: { email: address, isAdmin: false } })
  holds('default: isAdmin false')
  await page.reload()
  await expect(header.getByText(address.split('@')[0] ?? '', { exact: true })).toBeVisible()
  await expect(header.getByText('@')).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
  await sees(header, 'Log out')
  await header.getByRole('button', { name: 'Log out' }).click()
  await notifies(page, 'Logged out')
  await notifies(page, 'You have been successfully logged out.')
  await sees(header, 'Log in')

  await becomeAdmin(page)
  await page.reload()
  await sees(header, 'Admin')
  await header.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page).toHaveURL('/admin')
})

test('on a small screen the menu holds the same links, Guidelines, Privacy and Terms, toggle, name and logout', async ({
  page,
  becomeAdmin,
}) => {
  const namesIn = (links: Locator) => links.getByRole('link').allInnerTexts()
  await becomeAdmin(page)
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  const inHeader = await namesIn(main)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(main).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = dialog(page, 'Menu')
  await expect.poll(() => namesIn(menu)).toEqual(expect.arrayContaining(inHeader))
  await sees(menu, 'Guidelines')
  await sees(menu, 'Privacy')
  await sees(menu, 'Terms')
  await sees(menu, 'Admin')
  await sees(menu, 'Log out')
  await expect(menu.getByText(/^admin-\d+$/)).toBeVisible()
  await expect(menu.getByRole('button', { name: /theme$/ })).toBeVisible()
})

test('ad-slot placeholders render nothing, at the top, at the bottom and on the submission page', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: /^Comments/ })).toBeVisible()
  await expect(page.locator('ins, [class*="ad-slot"], [id*="ad-slot"], iframe')).toHaveCount(0)
  await expect(page.getByText(/advertis|sponsored/i)).toHaveCount(0)
})

test('the theme is light, dark or system, and system unless it was chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const choice = page.getByRole('combobox', { name: 'Theme' })
  const stored = () => page.evaluate(`localStorage.getItem('answerable-theme')`)
  await expect(choice.getByRole('option')).toHaveText(['System', 'Light', 'Dark'])
  await expect(choice).toHaveValue('system')
  expect(await stored()).toBe(null)
  const toLight = page.getByRole('button', { name: 'Switch to light theme' })
  // A press before the application has started takes effect later.
  await toLight.click()
  await expect.poll(stored).toBe('light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect.poll(stored).toBe('dark')
  await choice.selectOption('system')
  await expect.poll(stored).toBe('system')
  await expect(toLight).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  holds('theme: light, dark or system (default system)')
})

test('a vote elsewhere arrives as VOTE_UPDATE on /ws and refetches the list', async ({
  page,
  openWindow,
  signIn,
  baseURL,
}) => {
  const socket = page.waitForEvent('websocket')
  await page.goto('/?sort=top')
  expect((await socket).url()).toBe(`${baseURL?.replace('http', 'ws')}/ws`)
  const other = await openWindow()
  await signIn(other)
  const listed = await other.request.get('/api/boycotts?sort=top&limit=30')
  const submission = ((await listed.json()) as { id: string; targetName: string }[]).find(
    ({ targetName }) => targetName === 'Public Utility Transport Corporation',
  )
  const refreshed = page.waitForRequest(/\/api\/boycotts\?/)
  const said = (await socket).waitForEvent('framereceived', ({ payload }) =>
    String(payload).includes(String(submission?.id)),
  )
  const voted = await other.request.post(`/api/boycotts/${submission?.id}/vote`, {
    data: { value: 1 },
  })
  expect(voted.ok()).toBe(true)
  expect(JSON.parse(String((await said).payload))).toMatchObject({
    type: 'VOTE_UPDATE',
    submissionId: submission?.id,
  })
  await refreshed
  holds('real-time: /ws, VOTE_UPDATE')
})
