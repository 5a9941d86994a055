import * as z from 'zod/mini'
import { route } from './route.ts'
import { submissionParams } from './submissions.ts'

/** Days with fewer upvotes and downvotes than this are combined with the days after them. */
export const minVotesOfPeriod = 10

/** The latest periods in a response. */
export const maxVotePeriods = 1_000

/** The latest boosts in a response. */
export const maxBoosts = 100

/** A day in UTC, or several that are combined. */
export const votePeriod = z.strictObject({
  first: z.iso.date(),
  last: z.iso.date(),
  /** The votes that counted. */
  up: z.int(),
  down: z.int(),
  /** Null for fewer than ten, also for none. */
  held: z.nullable(z.int()),
  voided: z.nullable(z.int()),
})
export type VotePeriod = z.output<typeof votePeriod>

export const votesByDay = z.strictObject({
  /** The last day that was counted; null before the first count. */
  until: z.nullable(z.iso.date()),
  /** Oldest first. Days without votes may be missing, and so are the last days with fewer than ten votes. */
  periods: z.array(votePeriod),
  /** Oldest first; a value of 0 removed the boost. */
  boosts: z.array(z.strictObject({ at: z.iso.datetime(), value: z.int() })),
})
export type VotesByDay = z.output<typeof votesByDay>

/**
 * The votes of a submission by the days on which they were cast, counted once a day. A merged submission redirects
 * with status 301.
 */
export const readVotesByDay = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/votes-by-day',
  access: 'public',
  params: submissionParams,
  redirects: true,
  response: votesByDay,
  errors: ['submission_not_found'],
})
