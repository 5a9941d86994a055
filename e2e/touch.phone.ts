import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { newAddress } from './members.ts'
import { boycott, dialog, expectToast, voteOn, written } from './page-parts.ts'

test('on a phone the menu signs in by code, and logs out', async ({ page, mailbox }) => {
  const address = newAddress()
  await page.goto('/')
  const menu = dialog(page, 'Menu')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await menu.getByRole('button', { name: 'Log in' }).tap()
  const form = dialog(page, 'Answerable')
  await form.getByRole('button', { name: 'Sign in with Email' }).tap()
  await form.getByLabel('Email').fill(address)
  await form.getByRole('button', { name: 'Send Auth Email' }).tap()
  await expectToast(page, 'Magic link sent!')
  const { code } = await mailbox.mailTo(address)
  await form.getByRole('tab', { name: 'Code' }).tap()
  await form.getByLabel('6-digit code').fill(code)
  await form.getByRole('button', { name: 'Sign In' }).tap()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(menu.getByText(address.split('@')[0] ?? '', { exact: true })).toBeVisible()
  await menu.getByRole('button', { name: 'Log out' }).tap()
  await expectToast(page, 'Logged out', 'You have been successfully logged out.')
  await expect(menu).toBeHidden()
})

test('a tap on an arrow votes', async ({ page, signIn }) => {
  await signIn(page)
  const target = await boycott(page.request, 'Burger King')
  await page.goto('/?sort=top')
  const vote = voteOn(page, 'Burger King')
  await vote.down.tap()
  await expect(vote.down).toHaveAttribute('aria-pressed', 'true')
  await expect(vote.score).toHaveText(written(target.score - 1))
  await expect.poll(async () => (await boycott(page.request, 'Burger King')).userVote).toBe(-1)
})
