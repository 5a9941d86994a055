import { expect } from '@playwright/test'
import { departedTarget } from '../departed-author.ts'
import {
  boycott,
  dialog,
  reasonForFlag,
  rowOf,
  rows,
  untilPageIsShown,
  voteOn,
} from '../page-parts.ts'
import { originOf } from '../sites.ts'
import { returningTo, withoutPrerendering } from '../visitors.ts'
import { holds, notifiesOf, seesOf } from './claims.ts'
import { outage } from './outage.ts'
import { test } from './test.ts'

const sees = seesOf('feed')
const notifies = notifiesOf('feed')

test('10 skeleton rows under one header bar stand in for the 30 rows of a page, sorted hot', async ({
  page,
}) => {
  const response = Promise.withResolvers<void>()
  const queries: URLSearchParams[] = []
  await page.route('**/api/boycotts?*', async (route) => {
    queries.push(new URL(route.request().url()).searchParams)
    await response.promise
    await route.continue()
  })
  await page.goto(withoutPrerendering('/'))
  const skeleton = page.locator('[data-skeleton="row"]')
  await expect(skeleton).toHaveCount(10)
  await expect(skeleton.last()).toBeVisible()
  await expect(page.locator('.toolbar .bone')).toHaveCount(1)
  holds('loading skeleton: 10 rows')
  response.resolve()
  await expect(skeleton).toHaveCount(0)
  await expect(rows(page)).toHaveCount(30)
  expect(Object.fromEntries(queries[0] ?? [])).toEqual({ page: '1', limit: '30', sort: 'hot' })
  holds('page size: 30')

  const sort = page.getByRole('navigation', { name: 'Sort' })
  await expect(sort.getByRole('link')).toHaveText(['Hot', 'New', 'Top'])
  await expect(sort.locator('[aria-current]')).toHaveText('Hot')
  for (const order of ['Hot', 'New', 'Top'] as const) {
    await sees(sort, order)
    await sort.getByRole('link', { name: order }).click()
    await expect.poll(() => queries.at(-1)?.get('sort')).toBe(order.toLowerCase())
    await expect(rows(page)).toHaveCount(30)
  }
  holds('sort options: hot, new, top; default hot')
})

test('total and position are shown, Previous and Next end with the list', async ({ page }) => {
  await page.goto('/')
  const total = async () =>
    Number.parseInt(await page.getByText(/^\d+ submissions total$/).innerText(), 10)
  await expect(rows(page)).toHaveCount(30)
  await expect(async () => {
    const n = String(await total())
    await sees(page, '{n} submissions total', { '{n}': n })
    await sees(page, 'Showing X-Y of N', { X: '1', Y: '30', N: n })
  }).toPass()
  const pagination = page.getByRole('navigation', { name: 'Pages' })
  await sees(pagination, 'Previous')
  await sees(pagination, 'Next')
  await expect(pagination.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(pagination.locator('[aria-current="page"]')).toHaveText('Page 1')
  await pagination.getByRole('button', { name: 'Next' }).click()
  await expect(pagination.locator('[aria-current="page"]')).toHaveText('Page 2')
  await expect(pagination.getByRole('button', { name: 'Previous' })).toBeEnabled()
  await expect(rows(page).first().locator('.row-rank')).toHaveText('31')
  await untilPageIsShown(page)
  const next = pagination.getByRole('button', { name: 'Next' })
  // The submissions of other journeys may fill a third page.
  for (let number = 3; await next.isEnabled(); number += 1) {
    await next.click()
    await expect(rows(page).first().locator('.row-rank')).toHaveText(String(number * 30 - 29))
    await untilPageIsShown(page)
  }
  await expect(next).toBeDisabled()
})

test('a row shows all that is specified, its reasons clamped to 2 lines', async ({
  page,
  openWindow,
  signIn,
}) => {
  const plain = 'https://example.org/report'
  const proposals = [
    {
      target: 'Feed spec, TikTok',
      sources: 'https://www.tiktok.com/@someone/video/7106594312292453675',
    },
    { target: 'Feed spec, X', sources: 'https://x.com/someone/status/1234567890123456789' },
    { target: 'Feed spec, a source', sources: plain },
  ]
  for (const { target, sources } of proposals) {
    const author = await openWindow()
    await signIn(author)
    const response = await author.request.post('/api/boycotts', {
      data: {
        targetName: target,
        location: 'Everywhere',
        reasons: 'A reason. '.repeat(80),
        sources,
      },
    })
    expect(response.status()).toBe(201)
  }
  await expect(async () => {
    await page.goto('/?sort=new')
    // A visitor's page may be a second old.
    await expect(rowOf(page, 'Feed spec, a source')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await sees(rowOf(page, 'Feed spec, TikTok'), 'TikTok')
  await sees(rowOf(page, 'Feed spec, X'), 'Twitter')
  await sees(rowOf(page, 'Feed spec, a source'), 'Source available')
  const reasons = rowOf(page, 'Feed spec, X').locator('.row-reasons')
  const lines = await reasons.evaluate((text) => {
    const { lineHeight } = text.ownerDocument.defaultView.getComputedStyle(text)
    return {
      shown: text.clientHeight / Number.parseFloat(lineHeight),
      all: text.scrollHeight / Number.parseFloat(lineHeight),
    }
  })
  expect(Math.round(lines.shown)).toBe(2)
  expect(lines.all).toBeGreaterThan(2.5)
  holds('reasons clamped to 2 lines')

  await page.goto('/?sort=top')
  const target = 'LEGO and Shell co-branding'
  const { id, commentCount } = await boycott(page.request, target)
  const row = rowOf(page, target)
  await sees(row, 'YouTube')
  await expect(row.getByRole('group', { name: `Vote on ${target}` })).toBeVisible()
  await expect(row.getByRole('link', { name: target, exact: true })).toHaveAttribute(
    'href',
    `/boycott/${id}`,
  )
  await expect(row.locator('.place')).toContainText('Brand')
  await expect(row.getByRole('time')).toHaveText(/ ago$/)
  await expect(row.locator('.row-rank')).toHaveText(/^\d+$/)
  await expect(rows(page).first().locator('.row-rank')).toHaveText('1')
  await expect(row.getByRole('link', { name: /^\d+ comments?$/ })).toHaveAttribute(
    'href',
    new RegExp(`^/boycott/${id}`),
  )
  await expect(row.getByRole('link', { name: /^\d+ comments?$/ })).toContainText(
    String(commentCount),
  )
  await expect(row.getByRole('button', { name: `Flag ${target}` })).toBeVisible()
  await sees(rowOf(page, departedTarget), 'Unknown')
})

test('a failed fetch of the listing shows the status text', async ({ page, problems }) => {
  problems.expect(/status of 503/)
  await page.route('**/api/boycotts?*', outage)
  await page.goto(withoutPrerendering('/'))
  await sees(page, 'Failed to fetch boycotts: {status text}', {
    '{status text}': 'Service Unavailable',
  })
})

test('voting and flagging: refused to visitors, failures shown', async ({
  page,
  signIn,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.goto('/?sort=top')
  const target = 'Baton Rouge city buses'
  await voteOn(page, target).up.click()
  await notifies(page, 'Login required')
  await notifies(page, 'You must be logged in to vote')
  const flag = rowOf(page, target).getByRole('button', { name: /^Flag/ })
  await flag.click()
  await notifies(page, 'Login required')
  await notifies(page, 'You must be logged in to flag content')

  await signIn(page)
  await page.reload()
  await page.route('**/vote', (route) => route.abort())
  await voteOn(page, target).up.click()
  await notifies(page, 'Error')
  await notifies(page, 'Failed to record vote')
  await page.unroute('**/vote')
  await voteOn(page, target).up.click()
  await expect(voteOn(page, target).up).toHaveAttribute('aria-pressed', 'true')

  const ask = dialog(page, 'Flag')
  await page.route('**/flag', (route) => route.abort())
  await flag.click()
  await sees(ask, 'Please provide a reason for flagging this submission:')
  await reasonForFlag(page).fill('The date is wrong.')
  await ask.getByRole('button', { name: 'Flag', exact: true }).click()
  await notifies(page, 'Error')
  await notifies(page, 'Failed to flag submission')
  await page.unroute('**/flag')
  await ask.getByRole('button', { name: 'Flag', exact: true }).click()
  await notifies(page, 'Boycott flagged')
  await notifies(page, 'Thank you for helping maintain community standards.')
})

test.describe('a site without submissions', () => {
  const fresh = originOf('fresh')
  test.use({ baseURL: fresh, storageState: returningTo(fresh) })

  test('shows an empty state, and invites only signed-in users', async ({ page, signIn }) => {
    await page.goto('/')
    await sees(page, 'No submissions found.')
    await sees(page, '{n} submissions total', { '{n}': '0' })
    const invitation = page.getByRole('link', {
      name: 'Be the first to submit something to boycott',
    })
    await expect(invitation).toHaveCount(0)
    await signIn(page)
    await page.reload()
    await sees(page, 'Be the first to submit something to boycott')
    await invitation.click()
    await expect(page).toHaveURL('/submit')
  })
})
