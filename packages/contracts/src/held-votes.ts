import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'
import { route } from './route.ts'
import { adminSubmission } from './submissions.ts'

/** Why a vote is held, which its voter is not told: docs/decisions has the reasons. */
export const holdRules = [
  /** Another account of the mailbox has voted on the submission. */
  'mailbox',
  /** More than a new account may vote on its first day. */
  'first-day',
  /** More down-votes than an account may cast in a day of its first week. */
  'down-votes',
  /** More new accounts from one network than may vote in a day. */
  'network',
  /** More newborn accounts on one submission than may vote in an hour. */
  'newborn',
] as const
export type HoldRule = (typeof holdRules)[number]

/** A submission with votes that are held, or that came in a burst; nothing of whose they are. */
export const heldVotes = z.strictObject({
  submission: adminSubmission,
  held: z.array(
    z.strictObject({
      rule: z.enum(holdRules),
      count: z.int(),
      firstAt: z.iso.datetime(),
      /** To the microsecond, as the decision about them takes it. */
      lastAt: z.iso.datetime(),
    }),
  ),
  /** Votes of other accounts that came in a burst from one network; they are counted. */
  burst: z.nullable(
    z.strictObject({ count: z.int(), firstAt: z.iso.datetime(), lastAt: z.iso.datetime() }),
  ),
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
