import type { Page } from '@playwright/test'

const elsewhere = 'http://elsewhere.example/'

/**
 * Opens a page of another site with a link to this address. Browsers send no SameSite=Strict cookies with
 * such a link, so the gateway returns the page for visitors.
 */
export const openElsewhere = async (page: Page, address: string): Promise<void> => {
  await page.route(elsewhere, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${address}">Answerable</a>` }),
  )
  await page.goto(elsewhere)
}
