import { expect, type Page } from '@playwright/test'
import { boycott, expectToast } from '../page-parts.ts'
import { holds, notifiesOf, seesOf } from './claims.ts'
import { test } from './test.ts'

const sees = seesOf('admin')
const notifies = notifiesOf('admin')
const tiles = ['Total Submissions', 'Pending Review', 'Total Users', 'Flagged Content'] as const
const tabs = ['Flagged Content', 'Super Boost', 'User Management', 'All Submissions'] as const

test('the dashboard: 4 tiles with the figures of the server, 4 tabs, Flagged Content first', async ({
  page,
  becomeAdmin,
}) => {
  await becomeAdmin(page)
  const stats = page.waitForResponse('**/api/admin/stats')
  await page.goto('/admin')
  await sees(page.getByRole('main'), 'Admin Dashboard')
  const shown = page.locator('.tiles > div')
  await expect(shown).toHaveCount(4)
  holds('admin stat tiles: 4')
  const figures = (await (await stats).json()) as Record<string, number>
  const names = ['totalSubmissions', 'pendingReview', 'totalUsers', 'flaggedContent']
  expect(Object.keys(figures).toSorted()).toEqual(names.toSorted())
  for (const label of tiles) await sees(shown, label)

  const list = page.getByRole('tablist')
  await expect(list.getByRole('tab')).toHaveText([...tabs])
  await expect(list.getByRole('tab', { selected: true })).toHaveText('Flagged Content')
  for (const tab of tabs) {
    await sees(list, tab)
    await list.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
  }
})

test('approve and remove show a notification and take effect', async ({
  page,
  becomeAdmin,
  openWindow,
  signIn,
}) => {
  const targets = [`Approved ${Date.now()}`, `Removed ${Date.now()}`] as const
  const ids: string[] = []
  for (const targetName of targets) {
    const author = await openWindow()
    await signIn(author)
    const created = await author.request.post('/api/boycotts', {
      data: { targetName, location: 'Everywhere', reasons: 'A reason.' },
    })
    const { id } = (await created.json()) as { id: string }
    await author.request.post(`/api/boycotts/${id}/flag`, { data: { reason: 'To be looked at.' } })
    ids.push(id)
  }
  await becomeAdmin(page)
  await page.goto('/admin')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('submissions')
  const entry = (target: string) => page.getByRole('listitem').filter({ hasText: target })
  await entry(targets[0])
    .getByRole('button', { name: /^Approve/ })
    .click()
  await notifies(page, 'Submission approved')
  await expectToast(page, 'Submission approved', 'Flags cleared')
  await expect(entry(targets[0])).toHaveCount(0)
  await entry(targets[1])
    .getByRole('button', { name: /^Remove/ })
    .click()
  await notifies(page, 'Submission removed')
  const visitor = await openWindow()
  const statuses = await Promise.all(
    ids.map(async (id) => (await visitor.request.get(`/api/boycotts/${id}`)).status()),
  )
  expect(statuses).toEqual([200, 404])
})

test('a super boost shows its value, rejects text that is not a number, and empty means 0', async ({
  page,
  becomeAdmin,
}) => {
  await becomeAdmin(page)
  const { id } = await boycott(page.request, 'General Electric')
  await page.goto(`/admin?tab=super-boost&id=${id}`)
  const boost = await boostField(page)
  await boost.set('many')
  await notifies(page, 'Invalid input')
  await notifies(page, 'Please enter a valid number for the boost value.')
  await boost.set('1')
  await notifies(page, 'Super boost updated')
  await notifies(page, 'Boost value set to N for enhanced ranking', { N: '1' })
  await expect(page.getByRole('definition').filter({ hasText: '+1' })).toBeVisible()
  await boost.set('')
  await notifies(page, 'Boost value set to N for enhanced ranking', { N: '0' })
  expect((await boycott(page.request, 'General Electric')).superBoost).toBe(0)
})

const boostField = async (page: Page) => {
  const field = page.getByLabel('Boost value')
  await field.waitFor()
  return {
    set: async (value: string): Promise<void> => {
      await field.fill(value)
      await page.getByRole('button', { name: 'Update boost' }).click()
    },
  }
}
