import * as z from 'zod/mini'
import { noticeOutcome } from './notifications.ts'
import { route } from './route.ts'

/** Maximum mails of a call, notices of a mail, and characters of a name or title in it. */
export const mailLimits = { mails: 50, notices: 20, text: 300 } as const

const text = z.string().check(z.minLength(1), z.maxLength(mailLimits.text))

const about = {
  /** Title of the submission or business that the notice is about. */
  subject: text,
  /** Page of the site that the notice links to. */
  path: z.string().check(z.maxLength(500), z.regex(/^\/(?!\/)[\w\-./~%?=&#+]*$/)),
}

const on = z.enum(['submission', 'comment'])

/** The values of a notice in a mail. Mails contain names and titles, never the text of a comment. */
export const mailedNotice = z.discriminatedUnion('kind', [
  z.strictObject({ ...about, kind: z.literal('reply'), actor: text }),
  z.strictObject({ ...about, kind: z.literal('mention'), actor: text }),
  z.strictObject({ ...about, kind: z.literal('comment'), count: z.int().check(z.positive()) }),
  /** `followed` is the name of the business, country, category or search. */
  z.strictObject({ ...about, kind: z.literal('publication'), followed: text }),
  z.strictObject({ ...about, kind: z.literal('status'), outcome: noticeOutcome }),
  /** `responder` is the name of the business. */
  z.strictObject({ ...about, kind: z.literal('response'), responder: text }),
  z.strictObject({ ...about, kind: z.literal('request'), responder: text }),
  z.strictObject({
    ...about,
    kind: z.literal('decision'),
    outcome: noticeOutcome,
    on: z.enum([
      'submission',
      'comment',
      'suggestion',
      'update',
      'account',
      'response',
      'alternative',
      'claim',
    ]),
    /** The public reason of a removal. */
    reason: z.nullable(text),
  }),
  z.strictObject({
    ...about,
    /** Null for a submission that is not public. */
    subject: z.nullable(text),
    kind: z.literal('flag'),
    outcome: noticeOutcome,
    on,
  }),
  z.strictObject({ ...about, kind: z.literal('appeal'), outcome: noticeOutcome }),
  z.strictObject({
    ...about,
    kind: z.literal('milestone'),
    of: z.enum(['score', 'comments']),
    value: z.int(),
  }),
])
export type MailedNotice = z.output<typeof mailedNotice>

export const mailTemplates = ['notice', 'daily', 'weekly'] as const
export type MailTemplate = (typeof mailTemplates)[number]

const mail = z.strictObject({
  /** Idempotency key: a mail with a known key is not queued again, for 30 days. */
  key: z.string().check(z.minLength(1), z.maxLength(200)),
  accountId: z.uuid(),
  /** One notice at once, or the digest of a day or a week. */
  template: z.enum(mailTemplates),
  notices: z.array(mailedNotice).check(z.minLength(1), z.maxLength(mailLimits.notices)),
  /** Number of further notices, which the mail only counts. */
  more: z.int().check(z.nonnegative()),
  /** Of `unsubscribe`. */
  unsubscribeToken: z.string().check(z.regex(/^[A-Za-z0-9_-]{40,120}$/)),
})
export type MailRequest = z.output<typeof mail>

/**
 * Queues mails to members. Auth alone knows the addresses. It drops mails to accounts that no longer exist,
 * and to mailboxes that refuse mail, and reports the latter by `auth.mailbox-changed`.
 */
export const queueMails = route({
  service: 'auth',
  method: 'POST',
  path: '/internal/mails',
  access: 'internal',
  callers: ['notifications'],
  body: z.strictObject({
    mails: z.array(mail).check(z.minLength(1), z.maxLength(mailLimits.mails)),
  }),
  /** Mails that were new. */
  response: z.strictObject({ queued: z.int() }),
  status: 202,
  maxBodyBytes: 4_194_304,
})
