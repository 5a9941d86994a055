import * as z from 'zod/mini'
import { personParams } from './people.ts'
import { type Route, route } from './route.ts'

/** Maximum number of members that a member mutes. */
export const maxMutes = 500

export const mute = z.strictObject({ username: z.string(), mutedAt: z.iso.datetime() })
export type Mute = z.output<typeof mute>

const change = {
  service: 'catalog',
  path: '/api/people/:username/mute',
  access: 'signed-in',
  params: personParams,
  status: 204,
  limit: 'settings',
} as const satisfies Partial<Route>

/**
 * Collapses the comments of another member for the caller, who gets no notifications about them. Idempotent. The muted
 * member is not notified.
 */
export const muteMember = route({
  ...change,
  method: 'PUT',
  errors: ['account_suspended', 'person_not_found', 'too_many_mutes'],
})

/** Idempotent. */
export const unmuteMember = route({
  ...change,
  method: 'DELETE',
  errors: ['account_suspended', 'person_not_found'],
})

/** The members that the caller has muted, newest first: at most `maxMutes`. */
export const listMutes = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/account/mutes',
  access: 'signed-in',
  response: z.array(mute),
})
