import { categories } from '@answerable/contracts/submissions'
import { expect } from '@playwright/test'
import { rowOf, voteOn } from '../page-parts.ts'
import { holds, notifiesOf, seesOf } from './claims.ts'
import { wordlessFailure } from './outage.ts'
import { test } from './test.ts'

const sees = seesOf('submit')
const notifies = notifiesOf('submit')
const agreement =
  'I agree to the community guidelines and confirm that the information provided is accurate to the best of my knowledge.'

test('the form: fields, 11 categories, agreement, embeds of the sources, failure, and what a new submission begins with', async ({
  page,
  signIn,
  problems,
}) => {
  problems.expect(/status of 502/)
  await signIn(page)
  await page.goto('/submit')
  const field = (name: string) => page.getByRole('main').locator(`[name="${name}"]`)
  for (const name of ['targetName', 'location', 'category', 'reasons', 'sources']) {
    await expect(field(name)).toBeVisible()
  }
  for (const name of ['targetName', 'location', 'reasons', 'agreement']) {
    await expect(field(name)).toHaveAttribute('required')
  }
  await expect(field('reasons')).toHaveJSProperty('rows', 6)
  holds('reasons input: 6 rows')
  await expect(field('sources')).toHaveJSProperty('rows', 3)
  holds('sources input: 3 rows')
  expect(categories).toEqual(categoriesOfSpecification)
  const options = field('category').locator('option:not([value=""])')
  await expect(options).toHaveText(Object.values(categoriesOfSpecification))
  for (const [value, label] of Object.entries(categoriesOfSpecification)) {
    await field('category').selectOption(label)
    await expect(field('category')).toHaveValue(value)
  }
  holds('categories: 11 with their labels')

  const preview = page.getByRole('region', { name: 'Preview of the sources' })
  for (const [link, badge] of embeds) {
    await field('sources').fill(link)
    await expect(preview.locator('.badge')).toHaveText(badge)
  }
  await field('sources').fill('https://example.org/report')
  await expect(preview.getByRole('link')).toBeVisible()
  await expect(preview.locator('.badge')).toHaveCount(0)

  const target = `Specified Airlines ${Date.now()}`
  await field('targetName').fill(target)
  await field('location').fill('Reykjavík')
  await field('reasons').fill('Lost a guitar.')
  await sees(page.getByRole('main'), agreement)
  await expect(field('agreement')).not.toBeChecked()
  await page.getByText(agreement).click()
  await expect(field('agreement')).toBeChecked()

  const send = page.getByRole('main').getByRole('button', { name: 'Submit boycott' })
  await page.route('**/api/boycotts', wordlessFailure)
  await send.click()
  await notifies(page, 'Error')
  await notifies(page, 'Failed to create submission')
  await page.unroute('**/api/boycotts')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/boycotts', async (route) => {
    await answer.promise
    await route.continue()
  })
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.ok(),
  )
  await send.click()
  await sees(page, 'Submitting...')
  answer.resolve()
  await notifies(page, 'Submission created')
  await expect(page).toHaveURL('/')
  const submission = (await (await created).json()) as Record<string, unknown>
  expect(submission).toMatchObject({ score: 0, superBoost: 0, approved: true, flagged: false })
  expect(submission.id).toMatch(/^[0-9A-Za-z]{8}$/)

  await page.goto('/?sort=new')
  const row = rowOf(page, target)
  await expect(voteOn(page, target).score).toHaveText('0')
  await expect(row.getByText(/boosted|lowered/i)).toHaveCount(0)
  await row.getByRole('link', { name: target, exact: true }).click()
  await expect(page).toHaveURL(`/boycott/${submission.id}`)
  holds('submission id length: 8')
  holds('defaults: score 0, superBoost 0, approved true, flagged false')
})

const categoriesOfSpecification = {
  business: 'Business/Company',
  product: 'Product',
  service: 'Service',
  brand: 'Brand',
  organization: 'Organization',
  platform: 'Platform/App',
  media: 'Media/Entertainment',
  'food-beverage': 'Food & Beverage',
  technology: 'Technology',
  fashion: 'Fashion',
  other: 'Other',
} as const

const embeds = [
  ['https://www.youtube.com/watch?v=5YGc4zOqozo', 'YouTube'],
  ['https://youtu.be/5YGc4zOqozo', 'YouTube'],
  ['https://www.tiktok.com/@someone/video/7106594312292453675', 'TikTok'],
  ['https://twitter.com/someone/status/1234567890123456789', 'Twitter'],
  ['https://x.com/someone/status/1234567890123456789', 'Twitter'],
] as const
