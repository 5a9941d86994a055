/** A browser that was never here. */
export const firstVisit = { cookies: [], origins: [] }

/** A browser whose owner has seen the tour, so that it does not step between. */
export const returningTo = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'onboarding-completed', value: 'true' }] }],
})
