import { boycottPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { expect, type Page } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { expectToast, rowOf, voteOn } from './page-parts.ts'
import { cookiesElsewhere, memberWithAlias } from './signed-in-elsewhere.ts'

const target = 'Harrier Paper Mills'

test('a mailbox with two accounts has one vote: an administrator voids the other one, and the log records it', async ({
  page: first,
  openWindow,
  signInAsMember,
  becomeAdmin,
  baseURL,
}) => {
  test.slow()
  const [second, admin] = [await openWindow(), await openWindow()]
  await signInAsMember(first, memberWithAlias)
  await second.context().addCookies(cookiesElsewhere(baseURL ?? '', 'alias'))
  await becomeAdmin(admin)
  const response = await first.request.post('/api/boycotts', {
    data: { targetName: target, location: 'Oslo, Norway', reasons: 'It fells what is protected.' },
  })
  const { id } = (await response.json()) as Submission
  for (const page of [first, second]) {
    await page.goto(boycottPath(id))
    const cast = page.waitForResponse((one) => one.url().endsWith('/vote') && one.ok())
    await voteOn(page, target).up.click()
    await expect(voteOn(page, target).up).toHaveAttribute('aria-pressed', 'true')
    await cast
    await expect(voteOn(page, target).score).toHaveText('1')
  }
  await second.reload()
  await expect(voteOn(second, target).up).toHaveAttribute('aria-pressed', 'true')
  await expect(voteOn(second, target).score).toHaveText('1')

  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'Held votes' }).click()
  await expect(rowOf(admin, target)).toContainText('Another account of the same mailbox')
  await expect(admin.getByRole('main')).not.toContainText(memberWithAlias)
  for (const colorScheme of ['light', 'dark'] as const) {
    await admin.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOn(admin), `in the ${colorScheme} theme`).toEqual([])
  }
  await rowOf(admin, target)
    .getByLabel('Reason (optional)')
    .selectOption({ label: 'Vote or flag manipulation' })
  await rowOf(admin, target)
    .getByRole('button', { name: `Void 1 vote: ${target}` })
    .press('Enter')
  await expectToast(admin, 'Votes voided', '1 vote will never count.')
  await expect(rowOf(admin, target)).toBeHidden()

  await first.goto('/moderation-log')
  await expect(logEntry(first)).toContainText('Vote or flag manipulation')
  await expect(first.getByRole('main')).not.toContainText(target)
})

const logEntry = (page: Page) =>
  page.getByRole('row').filter({ hasText: 'Held votes voided: 1' }).first()
