import type { SearchSort } from '@answerable/contracts/search'
import { frequent, type IndexedTerm } from './words.ts'

/** The ways in which a search finds rows; each reads at most this many. */
export type Plan = {
  /** Rows of the index of all words. */
  indexed: number
  /** Rows of the index of words in names. */
  named: number
  /** Rows in the order by strength or by time, whose words are compared. */
  walked: number
}

/** All rows with words of at most this many rows are read from the index. */
const maxRareRows = { relevance: 2_000, new: 4_000, top: 4_000 } as const
/** Rows in the order of the result. */
const maxWalkedRows = { relevance: 3_000, new: 8_000, top: 8_000 } as const
/** Further rows from the index; with filters more, because few of them may pass. */
const maxFilledRows = 600
const maxFilteredRows = 3_000
/** Rows with more frequent words are in every part of the order; their posting lists take too long. */
const maxRowsOfFilledWord = 200_000
const maxNamedRows = 500
/** Posting lists of names beyond this length take too long. */
const maxNamesOfWord = 30_000

/**
 * Rare words are found in the index and ranked. Rows with frequent words are found sooner in the order of the result:
 * of a word in every third row, 900 rows have 300 matches. By relevance, names that match are added from their own
 * index, and other rows if those are too few.
 */
export const planOf = (
  required: readonly IndexedTerm[],
  { sort, rows, isFiltered }: { sort: SearchSort; rows: number; isFiltered: boolean },
): Plan => {
  const rarest = Math.min(...required.map(({ count }) => count.all))
  if (Math.min(rarest, rows) <= maxRareRows[sort])
    return { indexed: maxRareRows[sort], named: 0, walked: 0 }
  const rarestName = Math.min(...required.map(({ count }) => count.names))
  const isName = sort === 'relevance' && rarestName <= maxNamesOfWord
  const isFilled = rarest === frequent.all || rarest <= maxRowsOfFilledWord
  const filled = isFiltered ? maxFilteredRows : maxFilledRows
  return {
    indexed: isFilled ? filled : 0,
    named: isName ? maxNamedRows : 0,
    walked: maxWalkedRows[sort],
  }
}
