import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectToast, rowOf, rows } from './page-parts.ts'

const agreement =
  'I agree to the community guidelines and confirm that the information provided is accurate to the best of my knowledge.'

test('a visitor is asked to log in', async ({ page }) => {
  await page.goto('/submit')
  await expect(page.getByRole('heading', { name: 'Login Required', exact: true })).toBeVisible()
  await expect(page.getByText('You must be logged in to submit a boycott.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(rows(page).first()).toBeVisible()
})

test('missing fields are marked, and nothing is sent', async ({ page, signIn }) => {
  await signIn(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/submit')
  const form = fieldsOf(page)
  await form.target.fill('  ')
  await form.submit.click()
  for (const field of [form.target, form.location, form.reasons, form.agreement]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(form.target).toBeFocused()
  await form.target.fill('Somebody')
  await form.location.fill('Somewhere')
  await form.reasons.fill('Something')
  await form.submit.click()
  await expect(form.agreement).toHaveAttribute('aria-invalid', 'true')
  await expect(form.agreement).toBeFocused()
  expect(sent).toEqual([])
})

test('a proposal is created and is first in New, with its media', async ({ page, signIn }) => {
  await signIn(page)
  const target = `Journey Airlines ${Date.now()}`
  await page.goto('/submit')
  const form = fieldsOf(page)
  await form.target.fill(target)
  await form.location.fill('Reykjavík, Iceland')
  await form.category.selectOption('Business/Company')
  await form.reasons.fill('Lost a guitar.\n\nWould not pay for it.')
  await form.sources.fill('Watch https://youtu.be/5YGc4zOqozo first')
  await form.agreement.check()
  const response = Promise.withResolvers<void>()
  await page.route('**/api/boycotts', async (route) => {
    await response.promise
    await route.continue()
  })
  await form.submit.click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  response.resolve()
  await expectToast(page, 'Submission created')
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await expect(page).toHaveURL('/?sort=new')
  const row = rowOf(page, target)
  await expect(row).toContainText('Reykjavík, Iceland')
  await expect(row).toContainText('Business/Company')
  await expect(row).toContainText('YouTube')
  await expect(row).toContainText('0 comments')
  await row.getByRole('link', { name: target, exact: true }).click()
  await expect(page).toHaveURL(/\/boycott\/[0-9A-Za-z]{8}$/)
  await expect(page.getByRole('heading', { name: target })).toBeVisible()
  await expect(page.getByText('Would not pay for it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load Content' })).toBeVisible()
})

const fieldsOf = (page: Page) => {
  const main = page.getByRole('main')
  return {
    target: main.getByLabel(/target/i),
    location: main.getByLabel(/location/i),
    category: main.getByLabel(/category/i),
    reasons: main.getByLabel(/reasons/i),
    sources: main.getByLabel(/sources/i),
    agreement: main.getByRole('checkbox', { name: agreement }),
    submit: main.getByRole('button', { name: /^submit/i }),
  }
}
