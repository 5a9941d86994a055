import { boycottPath, claimPath, pages } from '@answerable/contracts/pages'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott, dialog, expectToast, reasonForFlag } from './page-parts.ts'

test('a visitor can use the keyboard only: skip link, vote, sign-in dialog', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Upvote' }).first())
  await page.keyboard.press('Enter')
  await expectToast(page, 'Login required', 'You must be logged in to vote')

  await page.reload()
  const logIn = page.getByRole('button', { name: 'Log in' })
  await tabTo(page, logIn)
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Answerable')
  await expect(form.getByRole('button', { name: 'Sign in with Email' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('somebody@journeys.example')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(logIn).toBeFocused()
})

test('a member can vote, and open and close the flag dialog, with the keyboard', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const { id } = await boycott(page.request, 'Exxon')
  await page.goto(`/boycott/${id}`)
  const up = page.getByRole('button', { name: 'Upvote' })
  await tabTo(page, up)
  await page.keyboard.press('Space')
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toBeFocused()
  await expect.poll(async () => (await boycott(page.request, 'Exxon')).userVote).toBe(1)

  const flag = page.getByRole('button', { name: 'Flag Exxon' })
  await tabTo(page, flag)
  await page.keyboard.press('Enter')
  await expect(reasonForFlag(page)).toBeFocused()
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link').first()).not.toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Flag')).toBeHidden()
  await expect(flag).toBeFocused()
})

test('a member can reply, edit and delete with the keyboard', async ({ page, signIn }) => {
  await signIn(page)
  const { id } = await boycott(page.request, 'Wells Fargo')
  const response = await page.request.get(`/api/boycotts/${id}/comments`)
  const [first] = (await response.json()) as { id: string }[]
  await page.goto(`${boycottPath(id)}#comment-${first?.id}`)
  const comment = page.locator(`#comment-${first?.id}`)
  await expect(comment).toBeFocused()
  const reply = comment.getByRole('button', { name: 'Reply' })
  const text = `Signed for by whom, and when (${crypto.randomUUID()})?`
  await tabTo(page, reply)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Reply to /)).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Comment posted successfully')
  await expect(reply).toBeFocused()

  const comments = page.getByRole('region', { name: /^Comments/ }).getByRole('article')
  const own = comments.filter({ hasText: text })
  const edit = own.getByRole('button', { name: 'Edit' })
  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Edit your comment')).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And why?')
  await page.keyboard.press('Control+Enter')
  await expect(own).toContainText(`${text} And why?`)
  await expect(edit).toBeFocused()

  await tabTo(page, own.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, own.getByRole('button', { name: 'Delete comment' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Comment deleted')
  await expect(own).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeFocused()
})

test('a member can propose an alternative and report an update with the keyboard', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const { id } = await boycott(page.request, 'General Electric')
  await page.goto(boycottPath(id))
  const propose = page.getByRole('button', { name: 'Propose an alternative' })
  await focusAndPress(page, propose)
  const name = `Lamps of others ${crypto.randomUUID()}`
  await tabTo(page, page.getByLabel('What to use instead'))
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Alternative added')
  await expect(propose).toBeFocused()
  await expect(page.getByText(name)).toBeVisible()

  const report = page.getByRole('button', { name: 'Report an update' })
  await focusAndPress(page, report)
  const send = page.getByRole('button', { name: 'Send update' })
  await focusAndPress(page, send)
  const date = page.getByLabel('Date', { exact: true })
  await expect(date).toBeFocused()
  await page.keyboard.type('01022026')
  await tabTo(page, page.getByLabel('Text', { exact: true }))
  await page.keyboard.type('The division was sold.')
  await tabTo(page, page.getByRole('textbox', { name: 'Source' }))
  await page.keyboard.type('https://example.org/sale')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Thank you\. An administrator will check/)).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await focusAndPress(page, timeline.getByRole('button', { name: 'Close', exact: true }))
  await expect(report).toBeFocused()
})

test('a member can begin a proof of a business with the keyboard', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto(claimPath('general-electric'))
  await tabTo(page, page.getByRole('radio', { name: /^DNS record/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^File on the website/ })).toBeChecked()
  await focusAndPress(page, page.getByRole('button', { name: 'Continue' }))
  await focusAndPress(page, page.getByRole('button', { name: 'Check now' }))
  await expect(page.getByText(/was not found|did not respond/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check now' })).toBeFocused()
  await focusAndPress(page, page.getByRole('button', { name: 'Choose another way' }))
  await expect(page.getByRole('radio', { name: /^DNS record/ })).toBeVisible()
})

test('somebody without an account can send a notice with the keyboard', async ({ page }) => {
  const { id } = await boycott(page.request, 'General Electric')
  await page.goto(pages.notice)
  await focusAndPress(page, page.getByRole('button', { name: 'Send notice' }))
  await expect(page.getByLabel('Where is it?')).toBeFocused()
  await page.keyboard.type(new URL(boycottPath(id), page.url()).href)
  await tabTo(page, page.getByLabel('What is wrong with it?'))
  await page.keyboard.type('Another false claim')
  await tabTo(page, page.getByLabel('Explanation'))
  await page.keyboard.type('The second sentence is false.')
  await tabTo(page, page.getByLabel('Your name'))
  await page.keyboard.type('Nora Notifier')
  await tabTo(page, page.getByLabel('Your email'))
  await page.keyboard.type(`notifier-${crypto.randomUUID()}@example.org`)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await focusAndPress(page, page.getByRole('button', { name: 'Send notice' }))
  await expect(page.getByText(/^We have sent a receipt to /)).toBeVisible()
})

const focusAndPress = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the element has the focus, with a limit. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error('Sixty times Tab did not lead there.')
}
