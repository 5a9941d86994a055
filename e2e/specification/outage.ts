import type { Route } from '@playwright/test'

/** Answers a call as the gateway does when the service behind it is away. */
export const outage = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    json: {
      error: {
        code: 'unavailable',
        message: 'This part of the site is not available right now. Please try again in a moment.',
        requestId: 'e2e-outage',
      },
    },
  })

/** Answers a call with a failure that says nothing, as a proxy in between does. */
export const wordlessFailure = (route: Route): Promise<void> =>
  route.fulfill({ status: 502, body: '' })
