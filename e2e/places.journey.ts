import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectToast, rowOf } from './page-parts.ts'

test('a place is chosen by keyboard, and the boycott is listed in its country', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/submit')
  const target = `Journey Bakery ${Date.now()}`
  await page.getByLabel('Target name').fill(target)
  const location = page.getByRole('combobox', { name: 'Location' })
  await location.pressSequentially('lisbo')
  const options = page.getByRole('listbox', { name: 'Places' }).getByRole('option')
  await expect(options.first()).toHaveText('Lisbon, Portugal')
  await expect(location).toHaveAttribute('aria-expanded', 'true')
  await location.press('Escape')
  await expect(options.first()).toBeHidden()
  await location.press('ArrowDown')
  await location.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(location).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  )
  await location.press('Enter')
  await expect(location).toHaveValue('Lisbon, Portugal')
  await expect(options.first()).toBeHidden()
  await page.getByLabel('Reasons').fill('Sells yesterday’s bread as fresh.')
  await page.getByRole('checkbox').check()
  const request = page.waitForRequest((one) => one.method() === 'POST')
  await page.getByRole('main').getByRole('button', { name: 'Submit boycott' }).click()
  expect((await request).postDataJSON()).toMatchObject({
    location: 'Lisbon, Portugal',
    placeId: '2267057',
  })
  await expectToast(page, 'Submission created')
  await page.goto('/places/PT')
  await expect(page.getByRole('heading', { level: 1, name: 'Portugal' })).toBeVisible()
  await rowOf(page, target).getByRole('link', { name: target, exact: true }).click()
  await page.getByRole('link', { name: 'Lisbon, Portugal' }).click()
  await expect(page).toHaveURL('/places/PT')
})

test('a place is chosen with the mouse, and typed text replaces it', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/submit')
  const location = page.getByRole('combobox', { name: 'Location' })
  await location.fill('Köln, Ger')
  await page.getByRole('option', { name: /^Köln, / }).click()
  await expect(location).toHaveValue(/^Köln, .*Germany$/)
  await location.fill('World')
  await page.getByRole('option', { name: 'Worldwide' }).click()
  await expect(location).toHaveValue('Worldwide')
})

test('the map and the table have the same numbers and lead to the countries', async ({ page }) => {
  await page.goto('/places')
  const map = page.getByRole('group', { name: /^World map/ })
  const table = page.getByRole('table', { name: 'Boycotts and businesses by country' })
  const row = table.getByRole('row', { name: /^United Kingdom/ })
  const count = await row.getByRole('cell').nth(1).textContent()
  const onMap = map.getByRole('link', { name: `United Kingdom: ${count} boycotts` })
  await expect(onMap).toBeVisible()
  await table.getByRole('button', { name: 'Country' }).click()
  await expect(table.getByRole('columnheader', { name: 'Country' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const names = await table.getByRole('row').getByRole('link').allTextContents()
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))

  await page.getByRole('button', { name: 'Near you' }).focus()
  await page.keyboard.press('Tab')
  const focused = map.locator('a:focus')
  const first = await focused.getAttribute('aria-label')
  await page.keyboard.press('ArrowRight')
  await expect(focused).not.toHaveAttribute('aria-label', first ?? '')
  const chosen = (await focused.getAttribute('aria-label')) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(chosen.split(':')[0] ?? '')
})

test('"Near you" opens the country of the visitor', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '194.25.0.60' })
  await page.goto('/places')
  await page.getByRole('button', { name: 'Near you' }).click()
  await expect(page).toHaveURL('/places/DE')
})

test('the tabs of a country are in the address, and an unknown country is not found', async ({
  page,
}) => {
  await page.goto('/places/US')
  await page
    .getByRole('link', { name: /^Businesses/ })
    .and(page.locator('.tab'))
    .click()
  await expect(page).toHaveURL('/places/US?tab=businesses')
  await page.goBack()
  await expect(page).toHaveURL('/places/US')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  expect((await page.request.get('/places/ZZ')).status()).toBe(404)
})
