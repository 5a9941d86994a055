import type { Submission } from '@answerable/contracts/submissions'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { expectNotice } from './notices.ts'

/** Locators of page parts. Only this file changes when the markup changes. */

export const rowOf = (page: Page, target: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: target, exact: true }) })

export const rows = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

/** Waits until the rows are those of the page, not those of the page before while it loads. */
export const untilPageIsShown = (page: Page): Promise<void> =>
  expect(page.getByRole('main').locator('ol[aria-busy="true"]')).toHaveCount(0)

export const voteOn = (page: Page, target: string) => {
  const control = page.getByRole('group', { name: `Vote on ${target}`, exact: true })
  return {
    up: control.getByRole('button', { name: 'Upvote' }),
    down: control.getByRole('button', { name: 'Downvote' }),
    score: control.getByRole('status'),
  }
}

/** A score as displayed, with a real minus sign. */
export const written = (score: number): string => String(score).replace('-', '−')

export const dialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true })

/** The region of notifications. */
export const notifications = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ })

/** Waits for a notification with this title, and text if given. */
export const expectToast = (page: Page, title: string, text?: string): Promise<void> =>
  expectNotice(page, { lines: text === undefined ? [title] : [title, text] })

export const reasonForFlag = (page: Page): Locator =>
  page.getByLabel('Please provide a reason for flagging this submission:')

/**
 * Opens a missing page and waits for its status 404. The gateway sends a page with status 200 if the catalog does not
 * respond within half a second.
 */
export const openMissing = (page: Page, path: string): Promise<void> =>
  expect.poll(async () => (await page.goto(path))?.status()).toBe(404)

/** Waits until a verified speaker may respond: the catalog learns of it by an event. */
export const untilMayRespond = (page: Page, submissionId: string): Promise<void> =>
  expect
    .poll(async () => {
      const response = await page.request.get(`/api/boycotts/${submissionId}/response`)
      return (await response.json()) as unknown
    })
    .toMatchObject({ ownRepresentation: true })

/** A documented boycott of the demo, as the server returns it. */
export const boycott = async (request: APIRequestContext, target: string): Promise<Submission> => {
  const listed = (await (
    await request.get('/api/boycotts?limit=50&sort=top')
  ).json()) as Submission[]
  const found = listed.find(({ targetName }) => targetName === target)
  if (found === undefined) throw new Error(`There is no boycott of ${target}.`)
  return found
}
