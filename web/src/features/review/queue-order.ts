import type { ReviewedSubmission } from '@answerable/contracts/review'

export type QueueEntry = {
  submission: ReviewedSubmission
  /** It waits no longer: somebody else has decided. */
  isGone: boolean
}

/**
 * The queue in the order in which the reader found it, with its newest state, so that nothing moves under
 * a hand that is about to decide. What others decided keeps its place; what is new comes after the rest.
 */
export const queueInShownOrder = (
  shown: readonly ReviewedSubmission[],
  latest: readonly ReviewedSubmission[],
): readonly QueueEntry[] => {
  const latestById = new Map(latest.map((one) => [one.id, one]))
  const shownIds = new Set(shown.map(({ id }) => id))
  return [
    ...shown.map((one) => ({
      submission: latestById.get(one.id) ?? one,
      isGone: !latestById.has(one.id),
    })),
    ...latest
      .filter(({ id }) => !shownIds.has(id))
      .map((submission) => ({ submission, isGone: false })),
  ]
}

/** Whether what waits would stand in another order, were it asked for now. */
export const hasOtherOrder = (
  entries: readonly QueueEntry[],
  latest: readonly ReviewedSubmission[],
): boolean => {
  const waiting = entries.filter(({ isGone }) => !isGone)
  return waiting.some(({ submission }, index) => submission.id !== latest[index]?.id)
}
