import { expect } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'

test('the API page filters its operations, opens linked schemas, and has no axe violations', async ({
  page,
}) => {
  await page.goto('/api/docs')
  const summaryOf = (text: string) => page.locator('summary', { hasText: text })
  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('vote POST')
  await expect(summaryOf('/api/boycotts/{id}/vote').first()).toBeVisible()
  await expect(summaryOf('/api/openapi.json')).toBeHidden()
  await expect(page.getByRole('status')).toHaveText(/^\d+ of \d+ operations$/)
  await summaryOf('/api/boycotts/{id}/vote').first().click()
  await page.locator('#castVote a[href="#schema-Submission"]').click()
  await expect(page.locator('#schema-Submission')).toBeInViewport()
  expect(await violationsOn(page)).toEqual([])
})
