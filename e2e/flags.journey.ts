import { boycottPath } from '@answerable/contracts/pages'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott, dialog, expectToast, reasonForFlag, rowOf } from './page-parts.ts'

test('a member can flag a submission once', async ({ page, signIn, problems }) => {
  problems.expect(/status of 409.*\/flag/)
  await signIn(page)
  await page.goto('/?sort=top')
  const flagDialog = dialog(page, 'Flag')
  const flag = rowOf(page, 'SeaWorld').getByRole('button', { name: 'Flag' })
  const send = flagDialog.getByRole('button', { name: 'Flag', exact: true })
  await flag.click()
  await reasonForFlag(page).fill('The figures are not in the source.')
  await send.click()
  await expectToast(page, 'Boycott flagged', 'Thank you for helping maintain community standards.')
  await expect(flagDialog).toBeHidden()
  await flag.click()
  await reasonForFlag(page).fill('Still not in the source.')
  await send.click()
  await expectToast(page, 'Error', 'You have already flagged this submission.')
  expect((await boycott(page.request, 'SeaWorld')).flagged).toBe(true)
})

test('cancelling, or a blank reason, sends nothing', async ({ page, signIn }) => {
  await signIn(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto(boycottPath((await boycott(page.request, 'BP')).id))
  const flagDialog = dialog(page, 'Flag')
  const flag = page.getByRole('button', { name: 'Flag BP' })
  await flag.click()
  await expect(flagDialog.getByRole('link', { name: 'Send a notice' })).toHaveAttribute(
    'href',
    /^\/notice\?about=http.*%2Fboycott%2F\w{8}$/,
  )
  await reasonForFlag(page).fill('Something')
  await flagDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(flagDialog).toBeHidden()
  await flag.click()
  await reasonForFlag(page).fill('   ')
  await flagDialog.getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(flagDialog).toBeHidden()
  expect(sent).toEqual([])
  expect((await boycott(page.request, 'BP')).flagged).toBe(false)
})

test('a visitor is asked to log in', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('button', { name: /^Flag / })
    .first()
    .click()
  await expectToast(page, 'Login required', 'You must be logged in to flag content')
})
