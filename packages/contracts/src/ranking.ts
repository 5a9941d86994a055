/** Seconds of age with the same weight as ten times the votes: 22 hours. */
export const hotHalfStepSeconds = 79_200

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
