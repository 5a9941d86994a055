import type { Submission } from '@answerable/contracts/submissions'
import { useState } from 'react'
import { useDecided } from '../../features/submissions/decided.ts'
import type { Feed } from '../../features/submissions/submission-queries.ts'
import { hasNewOrder, rowsInShownOrder } from './feed-order.ts'

type Held = { visit: string; rows: readonly Submission[] }

/**
 * Keeps the order of the rows during one visit while their figures change. A new visit shows the newest
 * order.
 */
export const useFeedRows = (visit: string, feed: Feed | undefined) => {
  const [held, setHeld] = useState<Held>()
  const decided = useDecided()
  const latest = feed?.submissions ?? []
  const isSameVisit = held?.visit === visit && held.rows.length > 0
  const rows = isSameVisit ? rowsInShownOrder(held.rows, latest, decided) : latest
  if (feed !== undefined && (held?.visit !== visit || !sameRows(held.rows, rows))) {
    setHeld({ visit, rows })
  }
  return {
    rows,
    hasNewOrder: feed !== undefined && hasNewOrder(rows, latest),
    showNewOrder: () => setHeld({ visit, rows: latest }),
  }
}

const sameRows = (left: readonly Submission[], right: readonly Submission[]): boolean =>
  left.length === right.length && left.every((one, index) => one === right[index])
