/** A page that is drawn in the browser: the gateway draws no address with anything made up in it. */
export const undrawn = (path: string): string => `${path}?undrawn`

/** A browser that was never here. */
export const firstVisit = { cookies: [], origins: [] }

/** A browser whose owner has seen the tour, so that it does not step between. */
export const returningTo = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'onboarding-completed', value: 'true' }] }],
})
