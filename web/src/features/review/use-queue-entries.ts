import type { QueueEntry } from '@answerable/contracts/review-queue'
import { useState } from 'react'
import { hasOtherOrder, queueInShownOrder, subjectOf } from './queue-order.ts'

type Visit = { key: string; rows: readonly QueueEntry[] }

const none: readonly QueueEntry[] = []

/**
 * Keeps the order of the queue during one visit. Entries that this administrator decided on disappear at
 * once.
 */
export const useQueueEntries = (visit: string, rows: readonly QueueEntry[] | undefined) => {
  const [last, setLast] = useState<Visit>({ key: visit, rows: none })
  const [own, setOwn] = useState<ReadonlyMap<string, number>>(new Map())
  // A decided entry that is queued again has a new version.
  const latest = (rows ?? none).filter((entry) => {
    const { id, version } = subjectOf(entry)
    return (own.get(id) ?? -1) < version
  })
  const shown = last.key === visit ? last.rows : none
  const arranged = queueInShownOrder(shown, latest)
  const entries = arranged.every(({ isGone }) => isGone)
    ? queueInShownOrder(none, latest)
    : arranged
  const next = entries.map(({ entry }) => entry)
  if (rows !== undefined && (last.key !== visit || !isSame(last.rows, next))) {
    setLast({ key: visit, rows: next })
  }
  return {
    entries,
    hasOtherOrder: hasOtherOrder(entries, latest),
    showNewOrder: () => setLast({ key: visit, rows: latest }),
    /** Hides an entry in the version that this administrator decided on. */
    hide: (entry: QueueEntry) => {
      const { id, version } = subjectOf(entry)
      setOwn((before) => new Map([...before, [id, version]]))
      setLast((before) => ({
        ...before,
        rows: before.rows.filter((one) => subjectOf(one).id !== id),
      }))
    },
  }
}

const isSame = (left: readonly QueueEntry[], right: readonly QueueEntry[]): boolean =>
  left.length === right.length && left.every((one, index) => one === right[index])
