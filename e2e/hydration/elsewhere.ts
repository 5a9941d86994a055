import type { Page } from '@playwright/test'

const elsewhere = 'http://elsewhere.example/'

/**
 * Opens a page of another site with one link to this address. Browsers send no session along when the link
 * is followed, so the page behind it is drawn for visitors, whoever follows it.
 */
export const openElsewhere = async (page: Page, address: string): Promise<void> => {
  await page.route(elsewhere, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${address}">Answerable</a>` }),
  )
  await page.goto(elsewhere)
}
