import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { rows, voteOn } from './page-parts.ts'

test('the feed has pages, and Back restores the page', async ({ page }) => {
  await page.goto('/')
  const previous = page.getByRole('button', { name: 'Previous' })
  const next = page.getByRole('button', { name: 'Next' })
  await expectPage(page, 1)
  const heading = rows(page).first().getByRole('heading')
  const top = await heading.innerText()
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(page).toHaveURL('/?page=2')
  // Checked before `expectPage`, whose new order would replace rows left from page 1.
  await expect(heading).not.toHaveText(top)
  await expectPage(page, 2)
  await expect(previous).toBeEnabled()
  const first = rows(page).first()
  await expect(first).toContainText('31')
  await first.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/boycott\//)
  await page.goBack()
  await expect(page.getByText(`Showing 31-`)).toBeVisible()
  await previous.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Showing 1-30 of')).toBeVisible()
  // The submissions of other journeys may fill a third page.
  for (let number = 2; await next.isEnabled(); number += 1) {
    await next.click()
    await expectPage(page, number)
  }
  await expect(next).toBeDisabled()
})

test('Back from a submission restores the scroll position', async ({ page }) => {
  await page.goto('/?sort=top')
  const twentieth = rows(page).nth(19).getByRole('heading').getByRole('link')
  await twentieth.scrollIntoViewIfNeeded()
  const target = await twentieth.innerText()
  await twentieth.click()
  await expect(page.getByRole('heading', { level: 1, name: target, exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: target, exact: true })).toBeInViewport()
  await page.reload()
  await expect(page.getByRole('link', { name: target, exact: true })).toBeInViewport()
})

test('Hot comes first; New sorts by time and Top by score', async ({ page }) => {
  await page.goto('/')
  const sort = page.getByRole('navigation', { name: 'Sort' })
  await expect(sort.getByRole('link', { name: 'Hot' })).toHaveAttribute('aria-current')

  await sort.getByRole('link', { name: 'New' }).click()
  await expect(page).toHaveURL('/?sort=new')
  await expect(sort.getByRole('link', { name: 'New' })).toHaveAttribute('aria-current')
  await expect
    .poll(async () => {
      const times = await page
        .getByRole('main')
        .getByRole('time')
        .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
      return isDescending(times.map(Date.parse))
    })
    .toBe(true)

  await sort.getByRole('link', { name: 'Top' }).click()
  await expect(page).toHaveURL('/?sort=top')
  await expect(rows(page).first()).toContainText(/Nestlé|Dungeons & Dragons/)
  const votesUnderWay = 3
  await expect
    .poll(async () => {
      const scores = await page.getByRole('main').getByRole('status').allInnerTexts()
      return isDescending(
        scores.map((score) => Number(score.replace('−', '-'))),
        votesUnderWay,
      )
    })
    .toBe(true)
})

test('a new order is shown only on request', async ({ page, openWindow, signIn }) => {
  const reader = await openWindow()
  await reader.goto('/?sort=top')
  const order = async () => {
    const targets = await rows(reader).getByRole('heading').allInnerTexts()
    return targets.filter((target) => target === older || target === newer)
  }
  // Of equal scores the newer comes first, until one more vote puts the older above it.
  const [newer, older] = ['Captain Charles Boycott', 'Canned tuna caught on dolphins']
  await expect.poll(order).toEqual([newer, older])
  await signIn(page)
  await page.goto('/?sort=top')
  await voteOn(page, older).up.click()
  await expect(newOrder(reader)).toBeVisible()
  expect(await order()).toEqual([newer, older])
  // Votes of other journeys offer a new order too, perhaps before this one has arrived.
  await expect(async () => {
    await showNewOrder(reader)
    expect(await order()).toEqual([older, newer])
  }).toPass()
})

/**
 * Waits for the page with this number. A submission of another journey changes the total at once, but the rows
 * only on request.
 */
const expectPage = (page: Page, number: number): Promise<void> =>
  expect(async () => {
    await showNewOrder(page)
    expect(await showsPage(page, number)).toBe(true)
  }).toPass()

const newOrder = (page: Page) => page.getByRole('button', { name: 'Show new order' })

/** Shows the new order if there is one. The button may disappear before the click. */
const showNewOrder = async (page: Page): Promise<void> => {
  if (await newOrder(page).isVisible()) await newOrder(page).click({ timeout: 5_000 })
}

/**
 * Whether the position and the rows are those of the page with this number. Read at one moment, because other
 * journeys submit and remove in the meantime.
 */
const showsPage = (page: Page, number: number): Promise<boolean> =>
  page.locator('main').evaluate((main, number) => {
    const text = main.innerText
    const total = Number(/(\d+) submissions total/.exec(text)?.[1])
    const [first, last] = [(number - 1) * 30 + 1, Math.min(number * 30, total)]
    const rows = main.querySelectorAll('ol:not([aria-busy="true"]) > li:has(h2)').length
    return text.includes(`Showing ${first}-${last} of ${total}`) && rows === last - first + 1
  }, number)

const isDescending = (figures: readonly number[], slack = 0): boolean =>
  figures.length > 0 &&
  figures.every((figure, index) => index === 0 || (figures[index - 1] ?? 0) >= figure - slack)
