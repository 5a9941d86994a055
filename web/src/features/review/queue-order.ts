import type { QueueEntry } from '@answerable/contracts/review-queue'

export type ShownEntry = {
  entry: QueueEntry
  /** Whether another administrator has decided on it. */
  isGone: boolean
}

/** The subject of an entry. No two kinds share an id. What has no version is decided once. */
export const subjectOf = (entry: QueueEntry): { id: string; version: number } => {
  const subject = contentOf(entry)
  return { id: subject.id, version: 'version' in subject ? subject.version : 0 }
}

const contentOf = (entry: QueueEntry) => {
  switch (entry.kind) {
    case 'submission':
      return entry.submission
    case 'comment':
      return entry.comment
    case 'response':
      return entry.response
    case 'alternative':
      return entry.alternative
    case 'suggestion':
      return entry.suggestion
    case 'update':
      return entry.update
    case 'claim':
      return entry.claim
    case 'notice':
      return entry.notice
    default:
      return entry satisfies never
  }
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
