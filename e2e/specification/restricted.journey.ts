import { expect, type Page } from '@playwright/test'
import { fromOwnNetwork } from '../fixtures.ts'
import { dialog, rows } from '../page-parts.ts'
import { originOf } from '../sites.ts'
import { returningTo } from '../visitors.ts'
import { holds, seesOf } from './claims.ts'
import { test } from './test.ts'

const sees = seesOf('restricted')
const fresh = originOf('fresh')

test.describe('where signing in is limited to some countries', () => {
  test.use({ baseURL: fresh, storageState: returningTo(fresh) })

  test.describe('a visitor from elsewhere', () => {
    test.use({ extraHTTPHeaders: fromOwnNetwork('ch') })

    test('sees the dialog with every country name, and can continue browsing', async ({ page }) => {
      await page.goto('/')
      await chooseEmail(page)
      const notice = dialog(page, 'Access Restricted')
      await sees(notice, 'Access Restricted')
      await sees(notice, 'Authentication is currently limited by jurisdiction')
      const places = [
        'United States',
        'Canada',
        'United Kingdom',
        'Australia',
        'Germany',
        'France',
        'Japan',
        'South Korea',
        'India',
      ] as const
      for (const place of places) await sees(notice, place)
      await expect(notice.getByRole('listitem')).toHaveText([...places, 'BR'])
      await expect(notice.getByRole('definition')).toHaveText(['CH', 'CH'])
      holds('other countries: upper-case code')
      await expect(
        notice.getByText(/account features are unavailable in your location/),
      ).toBeVisible()
      await expect(notice.getByText(/You can still browse/)).toBeVisible()
      await sees(notice, 'Continue Browsing')
      await notice.getByRole('button', { name: 'Continue Browsing' }).click()
      await expect(notice).toBeHidden()
      await expect(page.getByText('No submissions found.')).toBeVisible()
    })
  })

  test.describe('a visitor from one of them', () => {
    test.use({ extraHTTPHeaders: fromOwnNetwork('us') })

    test('continues to the forms', async ({ page }) => {
      await page.goto('/')
      await chooseEmail(page)
      await expect(page.getByRole('button', { name: 'Send Auth Email' })).toBeVisible()
    })
  })
})

test("'global' is shown as Worldwide", async ({ page }) => {
  // Sites for journeys allow sign-in worldwide, so only a faked response shows the restriction.
  await page.route('**/api/auth/geolocation', (route) =>
    route.fulfill({
      json: {
        geolocation: { isAllowed: false, jurisdiction: 'fr', country: 'FR' },
        config: { allowedJurisdictions: ['global'] },
      },
    }),
  )
  await page.goto('/')
  await expect(rows(page)).toHaveCount(30)
  await chooseEmail(page)
  const notice = dialog(page, 'Access Restricted')
  await sees(notice, 'Worldwide')
  await expect(notice.getByRole('definition')).toHaveText(['FR', 'France'])
})

const chooseEmail = async (page: Page): Promise<void> => {
  const located = page.waitForResponse('**/api/auth/geolocation')
  await page.getByRole('button', { name: 'Log in' }).click()
  await located
  await page.getByRole('button', { name: 'Sign in with Email' }).click()
}
