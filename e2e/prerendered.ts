import { type APIRequestContext, expect } from '@playwright/test'

/**
 * Waits until visitors get the page prerendered, and for the next minute. Before the first visit its data may take
 * longer to read than a page waits for. The request must not have a session.
 */
export const untilPrerendered = (request: APIRequestContext, path: string): Promise<void> =>
  expect
    .poll(async () => (await (await request.get(path)).text()).includes('id="first-data"'))
    .toBe(true)
