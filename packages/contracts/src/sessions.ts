import * as z from 'zod/mini'
import { route } from './route.ts'

/** Who is calling, as the gateway learns it from a session and vouches for it to the services. */
export const viewer = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(['member', 'admin']),
  /**
   * `id` is the mailbox of the account: accounts of one mailbox have the same, and share a vote, limits and a
   * suspension. `joinedAt` is when the account was made.
   */
  voter: z.optional(z.strictObject({ id: z.uuid(), joinedAt: z.iso.datetime() })),
})
export type Viewer = z.output<typeof viewer>

/** SHA-256 of a session id, base64url: what identifies a session everywhere but in the cookie itself. */
export const sessionHash = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const resolveSession = route({
  service: 'auth',
  method: 'POST',
  path: '/internal/sessions/resolve',
  access: 'internal',
  callers: ['gateway'],
  body: z.strictObject({
    sessionHash,
    /** Whether the holder is to be told though the account is suspended. */
    evenSuspended: z.optional(z.boolean()),
  }),
  response: z.strictObject({
    viewer: z.nullable(viewer),
    /** Whether somebody has it whose account is suspended. */
    suspended: z.boolean(),
  }),
})
