import type { ReviewedSubmission } from '@answerable/contracts/review'
import { useState } from 'react'
import { hasOtherOrder, queueInShownOrder } from './queue-order.ts'

type Held = { visit: string; shown: readonly ReviewedSubmission[] }

const none: readonly ReviewedSubmission[] = []

/**
 * Keeps the order of the queue during one visit. Entries that this administrator decided on disappear at
 * once.
 */
export const useQueueEntries = (visit: string, rows: readonly ReviewedSubmission[] | undefined) => {
  const [held, setHeld] = useState<Held>({ visit, shown: none })
  const [own, setOwn] = useState<ReadonlyMap<string, number>>(new Map())
  // A decided submission that is queued again has a new version.
  const latest = (rows ?? none).filter(({ id, version }) => (own.get(id) ?? -1) < version)
  const shown = held.visit === visit ? held.shown : none
  const arranged = queueInShownOrder(shown, latest)
  const entries = arranged.every(({ isGone }) => isGone)
    ? queueInShownOrder(none, latest)
    : arranged
  const next = entries.map(({ submission }) => submission)
  if (rows !== undefined && (held.visit !== visit || !isSame(held.shown, next))) {
    setHeld({ visit, shown: next })
  }
  return {
    entries,
    hasOtherOrder: hasOtherOrder(entries, latest),
    showNewOrder: () => setHeld({ visit, shown: latest }),
    /** Hides an entry in the version that this administrator decided on. */
    settle: ({ id, version }: ReviewedSubmission) => {
      setOwn((before) => new Map([...before, [id, version]]))
      setHeld((before) => ({ ...before, shown: before.shown.filter((one) => one.id !== id) }))
    },
  }
}

const isSame = (
  left: readonly ReviewedSubmission[],
  right: readonly ReviewedSubmission[],
): boolean => left.length === right.length && left.every((one, index) => one === right[index])
