import * as z from 'zod/mini'
import { decisionReason, reasonCode } from './decisions.ts'
import { type Route, route } from './route.ts'
import { email } from './sign-in.ts'
import { line, lines } from './text.ts'

export const noticeLimits = {
  /** Addresses of content in one notice. */
  addresses: 10,
  address: { min: 1, max: 500 },
  why: { min: 20, max: 5_000 },
  who: { min: 1, max: 120 },
  objection: { min: 1, max: 2_000 },
} as const

/** For how many months the notifier can object to a decision, and for how many the notice is stored after it. */
export const noticeMonths = 6

/** Code and label of every reason of a notice, in the order of the select. */
export const noticeReasons = {
  defamation: 'Defamation: a false claim that harms someone',
  'false-information': 'Another false claim',
  'personal-data': 'Personal data or privacy',
  'hate-speech': 'Illegal hate speech',
  threats: 'Threats or calls for violence',
  'child-abuse': 'Sexual abuse of children',
  'intellectual-property': 'Copyright or trademark',
  fraud: 'Fraud or illegal advertising',
  other: 'Another reason',
} as const
export type NoticeReason = keyof typeof noticeReasons

export const noticeReason = z.enum(Object.keys(noticeReasons) as [NoticeReason, ...NoticeReason[]])

/** Article 16 of the Digital Services Act requires neither a name nor an address for this reason. */
export const isAnonymousReason = (reason: string): boolean => reason === 'child-abuse'

export const noticedKinds = [
  'submission',
  'comment',
  'response',
  'alternative',
  'update',
  'business',
  'person',
] as const
export type NoticedKind = (typeof noticedKinds)[number]

/** Content of this site that a notice is about. */
export const noticedContent = z.strictObject({
  kind: z.enum(noticedKinds),
  /** Id of the content, slug of a business, or name of a person. All responses to a submission have its id. */
  id: z.string(),
  /** Path of the page that shows it, with its fragment. */
  path: z.string(),
})
export type NoticedContent = z.output<typeof noticedContent>

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const fragment = new RegExp(`^#(comment|response|alternative|update)-(${uuidPattern})$`)
const parts = ['comment', 'response', 'alternative', 'update'] as const

/** The content at an address of this site; null for any other address. */
export const noticedContentAt = (address: string, origin: string): NoticedContent | null => {
  const url = urlOf(address, origin)
  if (url === null || url.origin !== new URL(origin).origin) return null
  const [, collection, name = ''] =
    /^\/(boycott|businesses|people)\/([^/]+)(?:\/history)?$/.exec(url.pathname) ?? []
  const id = decoded(name)
  if (id === null || id === '') return null
  if (collection === 'businesses') return { kind: 'business', id, path: url.pathname }
  if (collection === 'people') return { kind: 'person', id, path: url.pathname }
  if (collection !== 'boycott' || !/^[0-9A-Za-z]{8}$/.test(id)) return null
  const [, partKind, partId = ''] = fragment.exec(url.hash) ?? []
  const part = parts.find((one) => one === partKind)
  if (part !== undefined) return { kind: part, id: partId, path: `/boycott/${id}${url.hash}` }
  return url.hash === '#response'
    ? { kind: 'response', id, path: `/boycott/${id}#response` }
    : { kind: 'submission', id, path: `/boycott/${id}` }
}

/** People copy addresses without their scheme. */
const urlOf = (address: string, origin: string): URL | null => {
  const { host, protocol } = new URL(origin)
  const text = address.trim()
  const whole = text.toLowerCase().startsWith(`${host}/`) ? `${protocol}//${text}` : text
  return URL.canParse(whole, origin) ? new URL(whole, origin) : null
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const optionalName = z.optional(line({ ...noticeLimits.who, min: 0 }))

/**
 * Notifies the site of unlawful or false content, without an account. The notifier gets a receipt and the outcome by
 * mail. An `Idempotency-Key` (a UUID) makes a repeat harmless.
 */
export const postNotice = route({
  service: 'moderation',
  method: 'POST',
  path: '/api/notices',
  access: 'public',
  body: z.strictObject({
    /** Addresses of submissions, comments, responses, alternatives, updates, businesses or people on this site. */
    what: z.array(line(noticeLimits.address)).check(
      z.minLength(1, { error: 'Enter at least one address.' }),
      z.maxLength(noticeLimits.addresses, {
        error: `Please use at most ${noticeLimits.addresses} addresses.`,
      }),
    ),
    reasonCode: noticeReason,
    why: lines(noticeLimits.why).check(
      z.minLength(noticeLimits.why.min, {
        error: `Please explain in at least ${noticeLimits.why.min} characters.`,
      }),
    ),
    /** The name of the notifier. Together with `email` optional for the reason `child-abuse` only. */
    who: optionalName,
    email: z.optional(email),
    /** That the notifier believes in good faith that the notice is accurate and complete. */
    goodFaith: z.literal(true, { error: 'Please confirm this.' }),
  }),
  response: z.strictObject({ received: z.literal(true) }),
  status: 202,
  errors: ['idempotency_mismatch', 'too_many_requests'],
  maxBodyBytes: 32_768,
  limit: 'notices',
})

/** Of the link in a mail: 32 random bytes, base64url. */
export const noticeToken = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'This is not a valid link.' }))

export const noticeState = z.enum(['open', 'upheld', 'declined'])
export type NoticeState = z.output<typeof noticeState>

const outcome = {
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
}

/** A notice as its notifier sees it. */
export const noticeStatus = z.strictObject({
  receivedAt: z.iso.datetime(),
  /** Paths of the content. */
  what: z.array(z.string()),
  /** Those of the content that was removed when the latest decision was made. */
  removed: z.array(z.string()),
  reasonCode: noticeReason,
  isConfirmed: z.boolean(),
  state: noticeState,
  /** The decision; null while the notice is open. */
  decision: z.nullable(z.strictObject({ decidedAt: z.iso.datetime(), ...outcome })),
  /** Until when the notifier can object; null if they cannot. */
  mayObjectUntil: z.nullable(z.iso.datetime()),
  objection: z.nullable(
    z.strictObject({
      text: z.string(),
      objectedAt: z.iso.datetime(),
      /** 'upheld' or 'declined': whether the notice is justified after the review. */
      state: noticeState,
      settledAt: z.nullable(z.iso.datetime()),
      ...outcome,
    }),
  ),
})
export type NoticeStatus = z.output<typeof noticeStatus>

const ofNotifier = {
  service: 'moderation',
  access: 'public',
  params: z.strictObject({ token: noticeToken }),
  response: noticeStatus,
  errors: ['notice_not_found'],
} as const satisfies Partial<Route>

/** The token is that of the link in a mail. Changes nothing. */
export const readNotice = route({ ...ofNotifier, method: 'GET', path: '/api/notices/:token' })

/** Confirms that the mailbox belongs to the notifier. Repeating it changes nothing. */
export const confirmNotice = route({
  ...ofNotifier,
  method: 'POST',
  path: '/api/notices/:token/confirmation',
  limit: 'notices',
})

/** Objects to the decision, once. Another administrator than the one who decided reviews it. */
export const objectToNotice = route({
  ...ofNotifier,
  method: 'POST',
  path: '/api/notices/:token/objection',
  body: z.strictObject({ text: lines(noticeLimits.objection) }),
  status: 201,
  errors: ['notice_not_found', 'notice_open', 'already_objected', 'objection_too_late'],
  limit: 'notices',
})

const moderator = z.strictObject({ id: z.uuid(), username: z.string() })

/** A notice as administrators see it. */
export const adminNotice = z.strictObject({
  id: z.uuid(),
  what: z.array(
    z.extend(noticedContent, {
      /** The decision that removed it; null while it is not removed. */
      removal: z.nullable(z.strictObject({ decisionId: z.uuid(), decidedAt: z.iso.datetime() })),
    }),
  ),
  reasonCode: noticeReason,
  /** Empty once it is erased. */
  why: z.string(),
  who: z.nullable(z.string()),
  /** Whether the notifier can be reached by mail, and has confirmed that the mailbox is theirs. */
  mailbox: z.enum(['none', 'unconfirmed', 'confirmed']),
  receivedAt: z.iso.datetime(),
  state: noticeState,
  decision: z.nullable(z.strictObject({ decidedAt: z.iso.datetime(), moderator, ...outcome })),
  /** The open objection. */
  objection: z.nullable(z.strictObject({ text: z.string(), objectedAt: z.iso.datetime() })),
  version: z.int(),
})
export type AdminNotice = z.output<typeof adminNotice>

/** The state of a notice in the log, before and after a decision. */
export const loggedNotice = z.strictObject({
  state: noticeState,
  version: z.int(),
  /** The decisions that removed content of an upheld notice. */
  removals: z.optional(z.array(z.uuid())),
})
export type LoggedNotice = z.output<typeof loggedNotice>

/**
 * In effect when the response arrives. An `Idempotency-Key` (a UUID) becomes the decision's id. The administrator who
 * made the first decision does not settle the objection, unless there is no other.
 */
const decisionRoute = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reasonCode, note: decisionReason.note }),
  response: z.strictObject({ decisionId: z.uuid(), notice: adminNotice }),
  errors: ['notice_not_found', 'decision_conflict', 'other_admin_needed', 'idempotency_mismatch'],
} as const satisfies Omit<Route, 'path'>

/**
 * The notice is justified. What happens to the content is a decision of its own, made before. If none of the content
 * is removed, `note` is required: it tells the notifier why.
 */
export const upholdNotice = route({ ...decisionRoute, path: '/api/admin/notices/:id/uphold' })

export const declineNotice = route({ ...decisionRoute, path: '/api/admin/notices/:id/decline' })
