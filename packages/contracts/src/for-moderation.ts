import type { Route } from './route.ts'

/** The part that catalog's routes for moderation share. */
export const forModeration = {
  service: 'catalog',
  access: 'internal',
  callers: ['moderation'],
} as const satisfies Partial<Route>
