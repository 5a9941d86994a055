import type { AdminAlternative } from '@answerable/contracts/alternatives'
import type { AdminComment } from '@answerable/contracts/comment-decisions'
import type { AdminNotice } from '@answerable/contracts/notices'
import type { QueueEntry } from '@answerable/contracts/review-queue'
import type { AdminSubmission } from '@answerable/contracts/submissions'

export type ShownEntry = {
  entry: QueueEntry
  /** Whether another administrator has decided on it. */
  isGone: boolean
}

/** The subject of an entry. No two kinds share an id. */
export const subjectOf = (
  entry: QueueEntry,
): AdminSubmission | AdminComment | AdminNotice | AdminAlternative => {
  if (entry.kind === 'alternative') return entry.alternative
  if (entry.kind === 'submission') return entry.submission
  return entry.kind === 'comment' ? entry.comment : entry.notice
}

const idOf = (entry: QueueEntry): string => subjectOf(entry).id

/**
 * The queue in the order in which the page first showed it, with the newest data, so that nothing moves under
 * the pointer. Entries that others decided on stay in place; new entries come last.
 */
export const queueInShownOrder = (
  shown: readonly QueueEntry[],
  latest: readonly QueueEntry[],
): readonly ShownEntry[] => {
  const latestById = new Map(latest.map((one) => [idOf(one), one]))
  const shownIds = new Set(shown.map(idOf))
  return [
    ...shown.map((one) => ({
      entry: latestById.get(idOf(one)) ?? one,
      isGone: !latestById.has(idOf(one)),
    })),
    ...latest.filter((one) => !shownIds.has(idOf(one))).map((entry) => ({ entry, isGone: false })),
  ]
}

/** Whether the newest order of the open entries differs from the shown one. */
export const hasOtherOrder = (
  entries: readonly ShownEntry[],
  latest: readonly QueueEntry[],
): boolean => {
  const waiting = entries.filter(({ isGone }) => !isGone)
  return waiting.some(({ entry }, index) => {
    const other = latest[index]
    return other === undefined || idOf(entry) !== idOf(other)
  })
}
