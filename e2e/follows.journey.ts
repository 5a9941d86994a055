import { boycottPath } from '@answerable/contracts/pages'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott, dialog } from './page-parts.ts'

test('a member follows a boycott, business, country, category and search, and stops', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const { id } = await boycott(page.request, 'SeaWorld')
  const things = [
    { path: boycottPath(id), name: 'SeaWorld', listed: 'SeaWorld' },
    { path: '/businesses/nestle', name: 'Nestlé', listed: 'Nestlé' },
    { path: '/places/US', name: 'United States', listed: 'United States' },
    { path: '/?category=product', name: 'Product', listed: 'Product' },
    {
      path: '/search?q=oil&country=US',
      name: 'new boycotts for “oil”',
      listed: '“oil” in United States',
    },
  ]
  for (const { path, name } of things) {
    await page.goto(path)
    // The button changes at once. The next page would cut off the call.
    const followed = page.waitForResponse(
      (response) =>
        response.request().method() === 'PUT' &&
        new URL(response.url()).pathname.startsWith('/api/follows') &&
        response.ok(),
    )
    await page.getByRole('button', { name: `Follow ${name}`, exact: true }).click()
    await expect(page.getByRole('button', { name: `Following ${name}`, exact: true })).toBeVisible()
    await followed
  }
  await page.goto('/settings#following')
  const following = page.getByRole('region', { name: 'Following' })
  await expect(following.getByRole('listitem').getByRole('link')).toHaveText(
    things.map(({ listed }) => listed).reverse(),
  )
  await following.getByRole('button', { name: 'Unfollow Nestlé' }).click()
  await expect(following.getByRole('listitem')).toHaveCount(4)
  await following.getByRole('link', { name: '“oil” in United States' }).click()
  await expect(page).toHaveURL('/search?q=oil&country=US')
  await page.goto('/businesses/nestle')
  await expect(page.getByRole('button', { name: 'Follow Nestlé', exact: true })).toBeVisible()
})

test('a visitor who wants to follow something is asked to sign in', async ({ page }) => {
  await page.goto('/businesses/nestle')
  await page.getByRole('button', { name: 'Follow Nestlé', exact: true }).click()
  await expect(dialog(page, 'Answerable')).toBeVisible()
})
