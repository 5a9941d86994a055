import * as z from 'zod/mini'
import { reasonCode } from './decisions.ts'
import { noticeToken } from './notices.ts'
import { type Route, route } from './route.ts'
import { email } from './sign-in.ts'

/** Auth alone knows the mailboxes of notifiers, by the id of the notice. It creates the links in their mails. */
const forModeration = {
  service: 'auth',
  method: 'POST',
  access: 'internal',
  callers: ['moderation'],
} as const satisfies Partial<Route>

/**
 * Stores the mailbox and queues the receipt, within the budgets of mailbox and network. Repeating it has no effect.
 */
export const registerNoticeMailbox = route({
  ...forModeration,
  path: '/internal/notice-mailboxes',
  body: z.strictObject({
    noticeId: z.uuid(),
    email,
    /** Of the notifier's browser, for the budgets. It is not stored. */
    clientAddress: z.nullable(z.string().check(z.maxLength(100))),
  }),
  response: z.strictObject({
    registered: z.boolean(),
    /** Seconds until the budgets allow it; 0 if it is registered. */
    retryAfterSeconds: z.int(),
  }),
})

const decided = {
  isUpheld: z.boolean(),
  /** How much of the content is removed; absent where it stays. */
  removed: z.optional(z.enum(['all', 'some', 'none'])),
  reasonCode: z.nullable(reasonCode),
  /** Only mailed to a confirmed mailbox. */
  note: z.nullable(z.string()),
}

export const noticeMail = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('outcome'), ...decided }),
  z.strictObject({ kind: z.literal('objection') }),
  z.strictObject({ kind: z.literal('objection-outcome'), ...decided }),
])
export type NoticeMail = z.output<typeof noticeMail>

/**
 * Queues a mail to the notifier, once of each kind. The mailbox is deleted `noticeMonths` after an outcome. No mail is
 * queued for a mailbox that is already deleted.
 */
export const queueNoticeMail = route({
  ...forModeration,
  path: '/internal/notice-mails',
  body: z.strictObject({ noticeId: z.uuid(), mail: noticeMail }),
  response: z.strictObject({ queued: z.boolean() }),
  status: 202,
})

const ofLink = {
  ...forModeration,
  body: z.strictObject({ token: noticeToken }),
  response: z.strictObject({ noticeId: z.uuid() }),
  errors: ['notice_not_found'],
} as const satisfies Partial<Route>

/** The notice that a link belongs to. */
export const findNoticeLink = route({ ...ofLink, path: '/internal/notice-links' })

/** The same, and confirms its mailbox. */
export const confirmNoticeMailbox = route({ ...ofLink, path: '/internal/notice-links/confirm' })
