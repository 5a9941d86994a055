import type { Submission } from '@answerable/contracts/submissions'
import { useState } from 'react'
import { useDecided } from '../../features/submissions/decided.ts'
import type { Feed } from '../../features/submissions/submission-queries.ts'
import { hasNewOrder, rowsInShownOrder } from './feed-order.ts'

type Shown = { visit: string; rows: readonly Submission[] }

/**
 * Keeps the order of the rows during one visit while their figures change. A new visit shows the newest
 * order.
 */
export const useFeedRows = (visit: string, feed: Feed | undefined) => {
  const [shown, setShown] = useState<Shown>()
  const decided = useDecided()
  const latest = feed?.rows ?? []
  const isSameVisit = shown?.visit === visit && shown.rows.length > 0
  const rows = isSameVisit ? rowsInShownOrder(shown.rows, latest, decided) : latest
  if (feed !== undefined && (shown?.visit !== visit || !sameRows(shown.rows, rows))) {
    setShown({ visit, rows })
  }
  return {
    rows,
    hasNewOrder: feed !== undefined && hasNewOrder(rows, latest),
    showNewOrder: () => setShown({ visit, rows: latest }),
  }
}

const sameRows = (left: readonly Submission[], right: readonly Submission[]): boolean =>
  left.length === right.length && left.every((one, index) => one === right[index])
