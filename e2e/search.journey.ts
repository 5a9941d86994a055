import { expect, type Page } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { disconnect } from './connections.ts'
import { test } from './fixtures.ts'
import { rowOf, rows } from './page-parts.ts'
import { untilPrerendered } from './prerendered.ts'
import { recordStart, started } from './specification/clock.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search boycotts and businesses' })
const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

test('with the keyboard alone a boycott is found from the home page', async ({ page }) => {
  await recordStart(page)
  await page.goto('/')
  await started(page)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('nestle')
  // The suggestions for "n", which are shown before, contain Nestlé too.
  await expect(options(page)).toHaveText([
    /^Nestlé \d/,
    /^Nestlé Vevey/,
    /^All results for “nestle”/,
  ])
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(options(page).first()).toBeHidden()
  await expect(field(page)).toHaveValue('nestle')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Nestlé' })).toBeVisible()
  await expect(page).toHaveURL(/\/boycott\//)
})

test('Enter opens the results: words are marked, a misspelt one is corrected, filters undo with Back', async ({
  page,
}) => {
  await page.goto('/')
  await field(page).fill('nestel')
  await field(page).press('Enter')
  await expect(page).toHaveURL('/search?q=nestel')
  const main = page.getByRole('main')
  await expect(main).toContainText('Showing results for nestle. Search instead for nestel.')
  await expect(rowOf(page, 'Nestlé').locator('mark')).toHaveText('Nestlé')
  const category = main.getByRole('combobox', { name: 'Category' })
  await category.selectOption('Fashion')
  await expect(page).toHaveURL('/search?q=nestel&category=fashion')
  await expect(main.getByText('No boycotts found')).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, 'Nestlé')).toBeVisible()
  await category.selectOption('Food & Beverage')
  await expect(page).toHaveURL(/category=food-beverage/)
  await main.getByRole('link', { name: 'Remove filter: Food & Beverage' }).click()
  await expect(page).toHaveURL('/search?q=nestel')
  await main.getByRole('link', { name: 'nestel', exact: true }).click()
  await expect(page).toHaveURL('/search?q=nestel&exact=true')
  await expect(main.getByText('No boycotts found')).toBeVisible()
})

test('with the keyboard alone the feed and the results are filtered by a business', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Filter' }).click()
  const filters = page.getByRole('group', { name: 'Filters' })
  const button = filters.getByRole('button', { name: 'Business', exact: true })
  const choice = filters.getByRole('combobox', { name: 'Business' })
  const found = filters.getByRole('listbox', { name: 'Businesses' }).getByRole('option')
  await button.press('Enter')
  await expect(choice).toBeFocused()
  await page.keyboard.type('zyxgloop')
  await expect(filters.locator('.combobox-note')).toHaveText('No business found.')
  await page.keyboard.press('Escape')
  await expect(choice).toHaveValue('zyxgloop')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choice).toBeFocused()
  await page.keyboard.type('nestle')
  await expect(found).toHaveText([/^Nestlé/])
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/\?business=\w{8}$/)
  await expect(filters).toBeFocused()
  await expect(filters.getByRole('link', { name: 'Remove filter: Nestlé' })).toBeVisible()
  await expect(rowOf(page, 'Nestlé')).toBeVisible()
  await page.goto('/search?q=water')
  await button.press('Enter')
  await expect(choice).toBeFocused()
  await page.keyboard.type('nestle')
  await expect(found).toHaveText([/^Nestlé/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=water&business=\w{8}$/)
  await expect(filters.getByRole('link', { name: /^Remove filter: / })).toBeVisible()
})

test('a search that finds nothing leads to the form with the name filled in, in one step', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/search?q=Zyxgloop%20Ltd')
  await page.getByRole('link', { name: 'Propose a boycott of “Zyxgloop Ltd”' }).click()
  await expect(page.getByLabel('Target name')).toHaveValue('Zyxgloop Ltd')
})

test('without scripts the field leads to the results; without a connection it says so', async ({
  page,
  request,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await untilPrerendered(request, '/')
  await recordStart(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await field(page).fill('shell')
  await field(page).press('Enter')
  await expect(page).toHaveURL('/search?q=shell')
  release()
  await expect(rows(page).first()).toBeVisible()
  await expect(field(page)).toHaveValue('shell')
  await started(page)
  await field(page).fill('barclays')
  await expect(options(page).filter({ hasText: 'All results' })).toBeVisible()
  await disconnect(page)
  await field(page).fill('exxon')
  await expect(page.getByText('No suggestions: you are offline.')).toBeVisible()
})
