import * as z from 'zod/mini'
import { type Route, route } from './route.ts'
import { codeLength, currentUser } from './sign-in.ts'

export const usernameLimits = { min: 3, max: 30 } as const

/** ASCII only; auth refuses names that look like another's. */
export const username = z.string().check(
  z.trim(),
  z.minLength(usernameLimits.min, {
    error: `Please use at least ${usernameLimits.min} characters.`,
    abort: true,
  }),
  z.maxLength(usernameLimits.max, {
    error: `Please use at most ${usernameLimits.max} characters.`,
    abort: true,
  }),
  z.regex(/^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/, {
    error: 'Start with a letter. Use only letters A to Z, digits, and single - or _ between them.',
  }),
)

/** A browser that is signed in to the account. */
export const ownSession = z.strictObject({
  id: z.uuid(),
  /** For example 'Firefox on Linux'. */
  device: z.string(),
  /** Upper-case ISO country code of the sign-in; null if unknown. */
  country: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastSeenAt: z.iso.datetime(),
  /** Whether it is the current session. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

const ofAccount = {
  service: 'auth',
  access: 'signed-in',
  openToSuspended: true,
} as const satisfies Partial<Route>

const change = {
  ...ofAccount,
  method: 'POST',
  limit: 'settings',
  maxBodyBytes: 1_024,
} as const satisfies Partial<Route>

const userResponse = z.strictObject({ user: currentUser })

/** The account and its sessions, newest first. */
export const readOwnAccount = route({
  ...ofAccount,
  method: 'GET',
  path: '/api/account',
  response: z.strictObject({
    user: currentUser,
    joinedAt: z.iso.datetime(),
    suspended: z.boolean(),
    sessions: z.array(ownSession),
  }),
})
export type OwnAccount = z.output<typeof readOwnAccount.response>

/** Refuses names that look like another's. A released name stays reserved for its owner for 30 days. */
export const changeUsername = route({
  ...change,
  openToSuspended: false,
  path: '/api/account/username',
  body: z.strictObject({ username }),
  response: userResponse,
  errors: ['username_taken'],
})

/** Idempotent: ending an ended session succeeds. */
export const endOwnSession = route({
  ...change,
  path: '/api/account/sessions/:id/end',
  params: z.strictObject({ id: z.uuid() }),
  status: 204,
})

/** Ends all other sessions. */
export const endOtherSessions = route({
  ...change,
  path: '/api/account/sessions/end-others',
  response: z.strictObject({ ended: z.int() }),
})

/** Sends a code to the account's address; only account deletion accepts it. */
export const requestDeletionCode = route({
  ...change,
  path: '/api/account/deletion-code',
  response: z.strictObject({ sent: z.literal(true) }),
  status: 202,
  errors: ['last_admin', 'confirmation_needed'],
})

/** Permanent: comments, votes and flags are deleted, submissions stay without an author. */
export const deleteAccount = route({
  ...change,
  path: '/api/account/deletion',
  body: z.strictObject({
    /** The current username, to prevent mistakes. */
    username: z.string().check(z.maxLength(100)),
    code: z.string().check(z.regex(/^\d{6}$/, { error: `The code has ${codeLength} digits.` })),
  }),
  status: 204,
  errors: [
    'username_mismatch',
    'invalid_code',
    'code_exhausted',
    'last_admin',
    'confirmation_needed',
  ],
})
