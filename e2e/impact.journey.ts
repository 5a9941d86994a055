import { boycottPath, pages } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectToast } from './page-parts.ts'

const target = 'Harbour Ferries'
const demand = 'Free tickets for children.'
const text = 'Children under twelve travel free from now on.'
const source = 'https://example.org/harbour-ferries'

test('a boycott becomes active, its demand is met, and the impact page says how we know', async ({
  page: author,
  openWindow,
  signIn,
  becomeAdmin,
}) => {
  test.slow()
  await signIn(author)
  await author.goto(pages.submit)
  await author.getByLabel('Target name').fill(target)
  await author.getByLabel('Location').fill('Hamburg')
  await author.getByLabel('Reasons').fill('Tickets for children cost as much as those for adults.')
  await author.getByLabel('What would end this boycott? (optional)').fill(demand)
  await author.getByRole('checkbox').check()
  await author.getByRole('main').getByRole('button', { name: 'Submit boycott' }).click()
  await expectToast(author, 'Submission created')
  const list = await author.request.get('/api/boycotts?sort=new&limit=50')
  const { id } = ((await list.json()) as Submission[]).find(
    ({ targetName }) => targetName === target,
  ) as Submission

  // Ten people vote for it, and five of them take part.
  await author.goto(boycottPath(id))
  await expect(author.getByRole('region', { name: 'What would end it' })).toContainText(demand)
  const timeline = author.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem')).toHaveText(/^Proposed/)
  for (let number = 1; number <= 10; number += 1) {
    const { request } = await openWindow().then(async (window) => {
      await signIn(window)
      return window
    })
    const vote = await request.post(`/api/boycotts/${id}/vote`, { data: { value: 1 } })
    expect(vote.ok()).toBe(true)
    if (number > 5) continue
    expect((await request.post(`/api/boycotts/${id}/participation`)).ok()).toBe(true)
  }
  const statusOf = async () =>
    ((await (await author.request.get(`/api/boycotts/${id}`)).json()) as Submission).status
  await expect.poll(statusOf).toBe('active')
  await author.reload()
  await expect(author.getByRole('main').getByText('Status: Active').first()).toBeVisible()
  await expect(timeline).toContainText('Reached a score of 10')

  await timeline.getByRole('button', { name: 'Report an update' }).click()
  const form = timeline.getByRole('form', { name: `Report an update about ${target}` })
  await form.getByLabel('What has happened?').selectOption({ label: 'The demand was met' })
  await form.getByRole('button', { name: 'Send update' }).click()
  await expect(form.getByLabel('Date')).toBeFocused()
  await form.getByLabel('Date').fill('2026-01-02')
  await form.getByLabel('Text').fill(text)
  await form.getByLabel('Source').fill(source)
  await form.getByRole('button', { name: 'Send update' }).click()
  await expect(timeline.getByText('Thank you.')).toBeVisible()

  const admin = await openWindow()
  await becomeAdmin(admin)
  await admin.goto(pages.adminUpdates)
  await admin.getByRole('button', { name: `Confirm: ${target}` }).click()
  await expectToast(admin, 'Update confirmed')
  await expect(admin.getByRole('button', { name: `Confirm: ${target}` })).toBeHidden()

  const visitor = await openWindow()
  await expect(async () => {
    await visitor.goto(pages.impact)
    const met = visitor.getByRole('listitem').filter({ hasText: target })
    await expect(met).toContainText(demand, { timeout: 2_000 })
    await expect(met).toContainText(text)
    await expect(met.getByRole('link', { name: source })).toHaveAttribute('rel', /nofollow/)
  }).toPass()
  await visitor.getByRole('link', { name: target }).click()
  await expect(visitor.getByRole('region', { name: 'Timeline' })).toContainText(text)
  await visitor.goto('/?status=met&sort=new')
  await expect(visitor.getByRole('link', { name: target, exact: true })).toBeVisible()
  await author.goto(`${pages.settings}#updates`)
  await expect(author.getByRole('region', { name: 'Your updates' })).toContainText('Confirmed')
})

test('the figures of the impact page can be downloaded', async ({ page }) => {
  await page.goto(pages.impact)
  await page.getByText('The figures as a table').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('impact-by-month.csv')
})
