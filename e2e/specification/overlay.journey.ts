import { expect } from '@playwright/test'
import { dialog, rows } from '../page-parts.ts'
import { seesOf } from './claims.ts'
import { outage } from './outage.ts'
import { test } from './test.ts'

const sees = seesOf('overlay')

test('an unhandled error opens Smart Error Recovery, which lists suggestions with all that is known of them', async ({
  page,
  problems,
}) => {
  problems.expect(/page error/)
  await page.goto('/')
  await expect(rows(page)).toHaveCount(30)
  const advice = page.waitForResponse('**/api/diagnostics/analyze')
  await page.evaluate(`setTimeout(() => { throw new TypeError('Failed to fetch') })`)
  const overlay = dialog(page, 'Smart Error Recovery')
  await sees(overlay, 'Smart Error Recovery')
  await sees(overlay, 'Close')
  await sees(overlay, 'Refresh Page')
  const sent = (await advice).request().postDataJSON() as Record<string, string>
  expect(sent).toMatchObject({ errorType: 'TypeError', errorMessage: 'Failed to fetch' })
  expect(new Date(sent.timestamp ?? '').toISOString()).toBe(sent.timestamp)
  const { suggestions } = (await (await advice).json()) as { suggestions: Suggestion[] }
  const [first] = suggestions
  if (first === undefined) throw new Error('Nothing was suggested.')
  for (const text of [
    first.title,
    new RegExp(`^${first.severity} severity$`, 'i'),
    first.category,
    first.estimatedTime,
    first.description,
    ...first.actionSteps,
    ...first.preventionTips,
    `${Math.round(first.confidence * 100)}% confidence`,
  ]) {
    await expect(overlay.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }
  await overlay.getByRole('button', { name: 'Close' }).click()
  await expect(overlay).toHaveCount(0)
})

test('an unhandled rejection opens it too, and shows that there are no suggestions; Refresh Page reloads', async ({
  page,
  problems,
}) => {
  problems.expect(/page error|status of 503/)
  await page.goto('/')
  await expect(rows(page)).toHaveCount(30)
  await page.route('**/api/diagnostics/analyze', outage)
  await page.evaluate(`void Promise.reject(new Error('Nobody knows why'))`)
  const overlay = dialog(page, 'Smart Error Recovery')
  await sees(overlay, 'No specific suggestions available for this error.')
  const loaded = page.waitForEvent('load')
  await overlay.getByRole('button', { name: 'Refresh Page' }).click()
  await loaded
  await expect(overlay).toHaveCount(0)
  await expect(rows(page)).toHaveCount(30)
})

type Suggestion = {
  title: string
  severity: string
  category: string
  estimatedTime: string
  description: string
  actionSteps: string[]
  preventionTips: string[]
  confidence: number
}
