import { boycottPath, pages } from '@answerable/contracts/pages'
import type { Ranking } from '@answerable/contracts/ranking'
import type { VotesByDay } from '@answerable/contracts/votes-by-day'
import { expect, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { disconnect, reconnect } from './connections.ts'
import { test } from './fixtures.ts'
import { boycott, dialog, rows } from './page-parts.ts'

const explanation = (page: Page) => dialog(page, 'Why is this here?')

/** The page does not scroll sideways. */
const fits = (page: Page): Promise<boolean> =>
  page.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth)

test('the number of a row explains its place with the keyboard, at 360 pixels, and after failures', async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const first = rows(page)
    .first()
    .getByRole('button', { name: /^Why is .* number 1\?$/ })
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(explanation(page)).toContainText('Place 1 of all submissions in Hot')
  const figures = explanation(page).getByRole('table')
  await expect(figures.getByRole('rowheader')).toContainText([
    ...['Score', 'Submitted (UTC)', 'Points for votes', 'Points for age', 'Rank value'],
  ])
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await fits(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(explanation(page)).toBeHidden()
  await expect(first).toBeFocused()

  await page.route('**/ranking?*', (route) => route.abort())
  const second = rows(page)
    .nth(1)
    .getByRole('button', { name: /^Why is .* number 2\?$/ })
  await second.click()
  await expect(explanation(page).getByRole('alert')).toContainText('Failed to fetch the ranking')
  await page.unroute('**/ranking?*')
  await explanation(page).getByRole('button', { name: 'Try again' }).click()
  await expect(figures).toBeVisible()
  await page.keyboard.press('Escape')
  await disconnect(page)
  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^Why is .* number 3\?$/ })
    .click()
  await expect(explanation(page).getByRole('alert')).toContainText('Please check your connection.')
  await reconnect(page)
  await page.keyboard.press('Escape')

  await page.goto('/?sort=top')
  await first.click()
  await expect(explanation(page)).toContainText('Place 1 of all submissions in Top')
  await explanation(page).getByRole('link', { name: 'How it works: ranking' }).click()
  await expect(page).toHaveURL(`${pages.howItWorks}#ranking`)
})

test('the page of a boycott explains its rank and shows its votes over months', async ({
  page,
}) => {
  const { id, targetName } = await boycott(page.request, 'American goods in Chinese ports')
  const ranking = (await (await page.request.get(`/api/boycotts/${id}/ranking`)).json()) as Ranking
  const { submission } = ranking
  expect(submission.boostedPoints + submission.timePoints).toBe(submission.value)
  const votes = (await (
    await page.request.get(`/api/boycotts/${id}/votes-by-day`)
  ).json()) as VotesByDay
  expect(new Set(votes.periods.map(({ last }) => last.slice(0, 7))).size).toBeGreaterThan(2)

  await page.goto(boycottPath(id))
  await page.getByRole('button', { name: 'Why is this here?' }).click()
  await expect(explanation(page)).toContainText(targetName)
  await expect(explanation(page)).toContainText(`of all submissions in Hot`)
  await page.keyboard.press('Escape')

  const section = page.getByRole('region', { name: 'Votes over time' })
  await section.getByRole('button', { name: 'Show the votes by day' }).click()
  for (const name of [/^Up by day: /, /^Down by day: /]) {
    await expect(section.getByRole('img', { name })).toBeVisible()
  }
  await section.getByText('The figures as a table').click()
  await expect(section.getByRole('table').getByRole('rowheader')).toHaveCount(votes.periods.length)
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await fits(page)).toBe(true)
})
