import type { Route } from '@playwright/test'
import { outageHeader } from '../repeat-refused.ts'

/** Responds to a call like the gateway when the service is down. */
export const outage = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    headers: { [outageHeader]: 'yes' },
    json: {
      error: {
        code: 'unavailable',
        message: 'This part of the site is not available right now. Please try again in a moment.',
        requestId: 'e2e-outage',
      },
    },
  })

/** Responds to a call with an error without details, like a proxy in between. */
export const wordlessFailure = (route: Route): Promise<void> =>
  route.fulfill({ status: 502, body: '' })
