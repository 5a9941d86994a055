import { maxSearchResults, type SearchSort } from '@answerable/contracts/search'
import type { IndexedTerm } from './words.ts'

/** The ways in which a search finds rows; each reads at most this many. */
export type Plan = {
  /** Rows of the index of all words. */
  indexed: number
  /** Rows of the index of words in names. */
  named: number
  /** Rows in the order by strength or by time, whose words are compared. */
  walked: number
}

/** Reads and ranks all rows with these words. */
const maxRareRows = 2_000
/** The same without ranking them by relevance. */
const maxSortedRows = 15_000
const maxNamedRows = 500
/** Posting lists of names beyond this length take too long. */
const maxNamesOfWord = 30_000
const maxFilledRows = 600
const minWalkedRows = 3_000
const maxWalkedRows = 10_000
const maxWalkedInOrder = 20_000

/**
 * Rare words are found in the index and ranked. Rows with frequent words are found sooner in the order of the result:
 * of a word in every third row, 900 rows have 300 matches. By relevance, names that match are added from their own
 * index, and other rows if those are too few.
 */
export const planOf = (
  required: readonly IndexedTerm[],
  { sort, rows }: { sort: SearchSort; rows: number },
): Plan => {
  const rarest = Math.min(...required.map(({ count }) => count.all))
  const maxIndexed = sort === 'relevance' ? maxRareRows : maxSortedRows
  if (rarest <= maxIndexed || rows <= maxIndexed)
    return { indexed: maxIndexed, named: 0, walked: 0 }
  const share = required.reduce(
    (product, { count }) => product * Math.min(count.all / Math.max(rows, 1), 1),
    1,
  )
  const needed = Math.ceil((1.5 * maxSearchResults) / share)
  if (sort !== 'relevance') {
    return { indexed: maxSortedRows, named: 0, walked: Math.min(needed, maxWalkedInOrder) }
  }
  const rarestName = Math.min(...required.map(({ count }) => count.names))
  return {
    indexed: maxFilledRows,
    named: rarestName <= maxNamesOfWord ? maxNamedRows : 0,
    walked: needed > maxWalkedRows ? minWalkedRows : Math.max(needed, minWalkedRows),
  }
}
