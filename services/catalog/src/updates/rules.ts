import { type Measure, milestones } from '@answerable/contracts/timeline'
import type { SubmissionRow } from '../submissions/rows.ts'

/** The numbers from which a proposal is active. */
export type Thresholds = { score: number; participants: number }

export type Watched = Pick<
  SubmissionRow,
  'id' | 'approved' | 'status' | 'score' | 'participant_count'
>

export const reachesThresholds = (row: Watched, { score, participants }: Thresholds): boolean =>
  row.approved &&
  row.status === 'proposed' &&
  row.score >= score &&
  row.participant_count >= participants

/**
 * The milestone that a number may have just reached, after this many votes on the submission or joins of it; null if none.
 * Each vote raises the score by at most two.
 */
export const reachedMilestone = (value: number, ballots: number): number | null =>
  milestones.findLast((milestone) => value >= milestone && value < milestone + 2 * ballots) ?? null

export const measuresOf = (row: Watched): [Measure, number][] => [
  ['score', row.score],
  ['participants', row.participant_count],
]
