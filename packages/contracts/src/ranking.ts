import * as z from 'zod/mini'
import { route } from './route.ts'
import { sorts, submissionId, submissionParams } from './submissions.ts'

/** Seconds of age with the same weight as ten times the votes: 22 hours. */
export const hotHalfStepSeconds = 79_200
export const hotHalfStepHours = hotHalfStepSeconds / 3_600

/**
 * Rank of a submission in the Hot order: `sign(s)·log10(max(|s|, 1)) + createdAtSeconds / 79200` with
 * `s = score + superBoost`. It changes only when the submission changes, so it can be stored and indexed.
 * After the "hot" formula of Reddit's published ranking code, with another time constant.
 */
export const hotRank = (state: { score: number; superBoost: number; createdAt: Date }): number => {
  const boosted = state.score + state.superBoost
  const magnitude = Math.log10(Math.max(Math.abs(boosted), 1))
  return Math.sign(boosted) * magnitude + state.createdAt.getTime() / 1000 / hotHalfStepSeconds
}

/** The figures of a submission that decide its place. */
const rankedSubmission = z.strictObject({
  id: submissionId,
  targetName: z.string(),
  score: z.int(),
  superBoost: z.int(),
  createdAt: z.iso.datetime(),
  /** In Hot, from the score without the super boost. */
  votePoints: z.number(),
  /** In Hot, from the score with the super boost. */
  boostedPoints: z.number(),
  /** In Hot, from the time of the submission. */
  timePoints: z.number(),
  /**
   * By which the order sorts, largest first. In Hot `boostedPoints + timePoints`, in Top `score + superBoost`, in New
   * the time of the submission in seconds since 1970.
   */
  value: z.number(),
})
export type RankedSubmission = z.output<typeof rankedSubmission>

/** The highest number of upvotes in `votesToPass`. */
export const maxVotesToPass = 1_000_000

/** The largest number in `place`. */
export const maxPlace = 1_000

export const ranking = z.strictObject({
  sort: z.enum(sorts),
  /** Place in the feed without filters, from 1; null after the first thousand. */
  place: z.nullable(z.int()),
  submission: rankedSubmission,
  /** The submission below it in the feed without filters; null for the last one. */
  next: z.nullable(rankedSubmission),
  /** Upvotes with which the next submission would pass this one; null in New, and if a million are not enough. */
  votesToPass: z.nullable(z.int()),
})
export type Ranking = z.output<typeof ranking>

/** Why a submission has its place in the feed. A merged submission redirects with status 301. */
export const readRanking = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/ranking',
  access: 'public',
  params: submissionParams,
  query: z.strictObject({
    sort: z._default(z.enum(sorts, { error: 'The sort must be hot, new or top.' }), 'hot'),
  }),
  redirects: true,
  response: ranking,
  errors: ['submission_not_found'],
})
