import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'
import { route } from './route.ts'
import { adminSubmission } from './submissions.ts'

/** The reason why a vote is held, which its voter does not see: docs/decisions explains the rules. */
export const holdRules = [
  /** Another account of the mailbox has voted on the submission. */
  'mailbox',
  /** More votes than a new account may cast on its first day. */
  'first-day',
  /** More down-votes than an account may cast in a day of its first week. */
  'down-votes',
  /** More new accounts of one network than may vote in a day. */
  'network',
  /** More accounts in their first 24 hours than may vote on one submission in an hour. */
  'newborn',
] as const
export type HoldRule = (typeof holdRules)[number]

const held = z.array(
  z.strictObject({
    rule: z.enum(holdRules),
    count: z.int(),
    firstAt: z.iso.datetime(),
    /** With microseconds, as decisions about held votes expect it. */
    lastAt: z.iso.datetime(),
  }),
)
const burst = z.nullable(
  z.strictObject({ count: z.int(), firstAt: z.iso.datetime(), lastAt: z.iso.datetime() }),
)

/** A submission with held votes or joins, or a burst of them, without their members. */
export const heldVotes = z.strictObject({
  submission: adminSubmission,
  held,
  /** Counted votes of other accounts that arrived in a burst from one network. */
  burst,
  /** The same of joins. */
  participation: z.strictObject({ held, burst }),
})
export type HeldVotes = z.output<typeof heldVotes>

/** Latest first. */
export const listHeldVotes = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/held-votes',
  access: 'admin',
  query: z.strictObject(pageQuery),
  response: z.array(heldVotes),
})
