import * as z from 'zod/mini'
import { route } from './route.ts'

/** The caller, as the gateway resolves it from a session and passes it to the services. */
export const viewer = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(['member', 'admin']),
  /**
   * `id` is the account's mailbox: accounts of one mailbox share votes, limits and suspension. `joinedAt`
   * is the creation time of the account.
   */
  voter: z.optional(z.strictObject({ id: z.uuid(), joinedAt: z.iso.datetime() })),
  /**
   * Present if routes that are `confirmed` refuse the session until a passkey has confirmed it. Absent in most
   * service tokens, so that services of an earlier version accept them.
   */
  unconfirmed: z.optional(z.literal(true)),
})
export type Viewer = z.output<typeof viewer>

/** SHA-256 of a session id, base64url: identifies a session everywhere but in the cookie. */
export const sessionHash = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** A session as auth resolves it. */
const resolvedSession = z.strictObject({
  viewer: z.nullable(viewer),
  /** Whether the session belongs to a suspended account. */
  suspended: z.boolean(),
})
export type ResolvedSession = z.output<typeof resolvedSession>

export const resolveSession = route({
  service: 'auth',
  method: 'POST',
  path: '/internal/sessions/resolve',
  access: 'internal',
  callers: ['gateway'],
  body: z.strictObject({
    sessionHash,
    /** Whether to return the viewer of a suspended account. */
    evenSuspended: z.optional(z.boolean()),
  }),
  response: resolvedSession,
})

export const maxResolvedSessions = 100

/** Resolves many sessions with one call. A suspended account has no viewer. */
export const resolveSessions = route({
  service: 'auth',
  method: 'POST',
  path: '/internal/sessions/resolve-many',
  access: 'internal',
  callers: ['gateway'],
  body: z.strictObject({
    sessionHashes: z.array(sessionHash).check(z.minLength(1), z.maxLength(maxResolvedSessions)),
  }),
  /** In the order of the hashes. */
  response: z.strictObject({ sessions: z.array(resolvedSession) }),
})

/**
 * The sessions that ended and the accounts that changed since the call that returned the position `after`. A gateway
 * that calls this regularly learns every change that was committed before its last call.
 */
export const readSessionChanges = route({
  service: 'auth',
  method: 'POST',
  path: '/internal/sessions/changes',
  access: 'internal',
  callers: ['gateway'],
  body: z.strictObject({ after: z.nullable(z.string().check(z.maxLength(100))) }),
  response: z.strictObject({
    /** For `after` of the next call. */
    position: z.string(),
    /** False if changes after the given position may be missing, or no position was given. */
    complete: z.boolean(),
    /** Some may have been in an earlier response. */
    sessionHashes: z.array(sessionHash),
    userIds: z.array(z.uuid()),
  }),
})
