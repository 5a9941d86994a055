/** A page rendered by the browser: the gateway prerenders no address with unknown parameters. */
export const withoutPrerendering = (path: string): string => `${path}?unprerendered`

/** A browser without any data of the site. */
export const firstVisit = { cookies: [], origins: [] }

/** A browser that has seen the tour, so that it does not interfere. */
export const returningTo = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'onboarding-completed', value: 'true' }] }],
})
