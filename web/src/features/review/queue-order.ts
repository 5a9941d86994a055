import type { ReviewedSubmission } from '@answerable/contracts/review'

export type QueueEntry = {
  submission: ReviewedSubmission
  /** Whether another administrator has decided on it. */
  isGone: boolean
}

/**
 * The queue in the order in which the page first showed it, with the newest data, so that nothing moves under
 * the pointer. Entries that others decided on stay in place; new entries come last.
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

/** Whether the newest order of the open entries differs from the shown one. */
export const hasOtherOrder = (
  entries: readonly QueueEntry[],
  latest: readonly ReviewedSubmission[],
): boolean => {
  const waiting = entries.filter(({ isGone }) => !isGone)
  return waiting.some(({ submission }, index) => submission.id !== latest[index]?.id)
}
