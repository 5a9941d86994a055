import * as z from 'zod/mini'
import { isMailAddress } from './mail-address.ts'
import { route } from './route.ts'

export const codeLength = 6
export const signInLifetimeSeconds = 600

/** Readable by the page: if set, a session may exist and the page requests the current user. */
export const sessionHintCookie = 'session-hint'

/** A mail address, lower-cased. Only a mail can verify that it exists. */
export const email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, { error: 'The email address is too long.' }),
  z.refine((text: string) => isMailAddress(text), { error: 'Please enter a valid email address.' }),
)

export const currentUser = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  isAdmin: z.boolean(),
})
export type CurrentUser = z.output<typeof currentUser>

const userResponse = z.strictObject({ user: currentUser })

export const readCurrentUser = route({
  service: 'auth',
  method: 'GET',
  path: '/api/auth/me',
  access: 'signed-in',
  openToSuspended: true,
  response: userResponse,
})

/** The response is the same for known and unknown addresses and does not wait for the mail server. */
export const requestMagicLink = route({
  service: 'auth',
  method: 'POST',
  path: '/api/auth/magic-link',
  access: 'public',
  body: z.strictObject({ email }),
  response: z.strictObject({ sent: z.literal(true) }),
  status: 202,
  errors: ['jurisdiction_restricted', 'too_many_requests'],
  maxBodyBytes: 1_024,
  limit: 'mails',
})

export const verifyCode = route({
  service: 'auth',
  method: 'POST',
  path: '/api/auth/verify-code',
  access: 'public',
  body: z.strictObject({
    email,
    code: z.string().check(z.regex(/^\d{6}$/, { error: 'The code has 6 digits.' })),
  }),
  response: userResponse,
  errors: ['invalid_code', 'code_exhausted', 'jurisdiction_restricted', 'account_suspended'],
  maxBodyBytes: 1_024,
  limit: 'codes',
})

const linkToken = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** Shows the address of a link without using it, so that nobody confirms a stranger's link. */
export const previewLink = route({
  service: 'auth',
  method: 'POST',
  path: '/api/auth/link',
  access: 'public',
  body: linkToken,
  response: z.strictObject({
    /** For example m•••@e•••.org: recognisable for its owner, too little for others. */
    address: z.string(),
    askedHere: z.boolean(),
  }),
  errors: ['invalid_link'],
  maxBodyBytes: 1_024,
  limit: 'codes',
})

export const verifyLink = route({
  service: 'auth',
  method: 'POST',
  path: '/api/auth/verify',
  access: 'public',
  body: linkToken,
  response: userResponse,
  errors: ['invalid_link', 'jurisdiction_restricted', 'account_suspended'],
  maxBodyBytes: 1_024,
  limit: 'codes',
})

/** Ends the session; without one, has no effect. */
export const logOut = route({
  service: 'auth',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  status: 204,
})
