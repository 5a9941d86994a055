import * as z from 'zod/mini'
import { type NoticeKind, noticeKind, noticeKinds } from './notifications.ts'
import { type Route, route } from './route.ts'

/** How often notices of a kind are sent by mail. */
export const mailFrequencies = ['at-once', 'daily', 'weekly', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/** Decisions at once, everything else once a week. */
export const defaultFrequencies = {
  reply: 'weekly',
  mention: 'weekly',
  comment: 'weekly',
  publication: 'weekly',
  status: 'weekly',
  response: 'weekly',
  request: 'at-once',
  decision: 'at-once',
  flag: 'at-once',
  appeal: 'at-once',
  milestone: 'weekly',
} as const satisfies Record<NoticeKind, MailFrequency>

const frequency = z.enum(mailFrequencies)
const frequencies = z.strictObject(
  Object.fromEntries(Object.keys(noticeKinds).map((kind) => [kind, frequency])) as Record<
    NoticeKind,
    typeof frequency
  >,
)

/** A zone of the IANA database, as `Intl.DateTimeFormat().resolvedOptions().timeZone` reports it. */
const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, { error: 'This is not a time zone.' }))

export const notificationPreferences = z.strictObject({
  frequencies,
  /** Null until the member has chosen one: digests are then sent in the morning of UTC. */
  timeZone: z.nullable(timeZone),
})
export type NotificationPreferences = z.output<typeof notificationPreferences>

const ownPreferences = {
  service: 'notifications',
  path: '/api/notifications/preferences',
  access: 'signed-in',
} as const satisfies Partial<Route>

const preferencesResponse = z.extend(notificationPreferences, {
  /**
   * When the member's mailbox permanently refused a mail; null if it accepts mails. While it is set, no
   * notification is mailed. Signing in by mail resets it.
   */
  mailboxRefusedAt: z.nullable(z.iso.datetime()),
})

export const readPreferences = route({
  ...ownPreferences,
  method: 'GET',
  response: preferencesResponse,
})

/** Changes the given fields and leaves the others. */
export const changePreferences = route({
  ...ownPreferences,
  method: 'PUT',
  limit: 'settings',
  body: z.strictObject({
    frequencies: z.optional(z.partial(frequencies)),
    timeZone: z.optional(timeZone),
  }),
  response: preferencesResponse,
})

/** Of the link in a mail: base64url. */
export const unsubscribeToken = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{40,120}$/, { error: 'This is not a valid link.' }))

/**
 * Ends the mails that the token of a mail belongs to: those about one kind of notice, or all daily or weekly mails.
 * Idempotent; needs no session.
 */
const ending = {
  service: 'notifications',
  method: 'POST',
  access: 'public',
  query: z.strictObject({ token: unsubscribeToken }),
  response: z.strictObject({ stopped: z.union([noticeKind, z.enum(['daily', 'weekly'])]) }),
  errors: ['invalid_link'],
  limit: 'unsubscriptions',
} as const satisfies Partial<Route>

/** For the button of the page. */
export const unsubscribe = route({ ...ending, path: '/api/notifications/unsubscribe' })

/**
 * For mail providers (RFC 8058), which post a form here; the body is ignored. `GET` of the same address is the page with
 * the button.
 */
export const unsubscribeWithOneClick = route({ ...ending, path: '/unsubscribe', crossSite: true })

/** An offset such as +05:30 is no zone: PostgreSQL reads its sign the other way round. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
