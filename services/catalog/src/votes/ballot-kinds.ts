/**
 * Votes and joins follow the same rules, in tables of the same form. A join is a ballot with the value 1. The SQL
 * functions of joins are derived from those of votes: migrations/0028_participation.sql.
 */
export type BallotKind = {
  ballots: 'votes' | 'participations'
  holds: 'holds' | 'participation_holds'
  activity: 'unusual_activity' | 'unusual_participation'
  newborn: 'newborn_voters' | 'newborn_participants'
  /** The column of `submissions` that sums the ballots that count. */
  sum: 'score' | 'participant_count'
  /** What a merge recorded, and the functions that compute it. */
  merged: 'merged_votes' | 'merged_participations'
  mergedStates: 'merged_states' | 'merged_participation_states'
  unmergedStates: 'unmerged_states' | 'unmerged_participation_states'
  /** The columns of `merges` with the burst that the older submission took over. */
  burst: 'burst' | 'participation_burst'
  burstSince: 'burst_since' | 'participation_burst_since'
}

export const voteKind: BallotKind = {
  ballots: 'votes',
  holds: 'holds',
  activity: 'unusual_activity',
  newborn: 'newborn_voters',
  sum: 'score',
  merged: 'merged_votes',
  mergedStates: 'merged_states',
  unmergedStates: 'unmerged_states',
  burst: 'burst',
  burstSince: 'burst_since',
}

export const joinKind: BallotKind = {
  ballots: 'participations',
  holds: 'participation_holds',
  activity: 'unusual_participation',
  newborn: 'newborn_participants',
  sum: 'participant_count',
  merged: 'merged_participations',
  mergedStates: 'merged_participation_states',
  unmergedStates: 'unmerged_participation_states',
  burst: 'participation_burst',
  burstSince: 'participation_burst_since',
}
