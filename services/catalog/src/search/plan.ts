import type { SearchSort } from '@answerable/contracts/search'
import { maxStrongestRows } from './tables.ts'
import { frequent, type IndexedTerm } from './words.ts'

/** The ways in which a search finds rows; each reads at most this many. */
export type Plan = {
  /** Rows of the index of all words. */
  indexed: number
  /** Rows of the index of words in names. */
  named: number
  /** Rows that pass the filters, the newest first, whose words are compared. */
  filtered: number
  /** Rows in the order by strength or by time, whose words are compared. */
  walked: number
}

/** All rows with words of at most this many rows are read from the index. */
const maxRareRows = { relevance: 2_000, new: 4_000, top: 4_000 } as const
/** If at most this many rows pass the filters, all of them are compared. */
export const maxFilteredRows = 8_000
/** Rows in the order of the result. */
const maxWalkedRows = { relevance: maxStrongestRows, new: 8_000, top: 8_000 } as const
/** Maximum with filters. Rows that do not pass are not compared. */
const maxFilteredWalk = 20_000
/** Further rows from the index. */
const maxFilledRows = 600
/** Rows with more frequent words are in every part of the order; their posting lists take too long. */
const maxRowsOfFilledWord = 200_000
const maxNamedRows = 500
/** Further rows and rows of names with filters. */
const maxFilteredLookUp = 3_000
/** Posting lists of names beyond this length take too long. */
const maxNamesOfWord = 30_000

/** The number of public rows; at most `passing` of them pass the filters. */
export type RowCounts = { rows: number; passing: number }
type PlannedSearch = RowCounts & { sort: SearchSort; isFiltered: boolean }

const none: Plan = { indexed: 0, named: 0, filtered: 0, walked: 0 }
/** Rows with the rarest term. */
export const rarestOf = (required: readonly IndexedTerm[]): number =>
  Math.min(...required.map(({ count }) => count.all))

/** Rare words are found in the index and ranked, however many rows there are. Null if all words are frequent. */
export const rarePlanOf = (required: readonly IndexedTerm[], sort: SearchSort): Plan | null =>
  rarestOf(required) <= maxRareRows[sort] ? { ...none, indexed: maxRareRows[sort] } : null

/**
 * How to find frequent words. If few rows pass the filters, all of them are compared. Else the matches are found sooner
 * in the order of the result: of a word in every third row, 900 rows have 300 matches. By relevance, names that match
 * are added from their own index, and other rows if those are too few. Where fewer rows pass the filters, more are read.
 */
export const planOf = (
  required: readonly IndexedTerm[],
  { sort, rows, passing, isFiltered }: PlannedSearch,
): Plan => {
  const rarest = rarestOf(required)
  if (passing <= (isFiltered ? maxFilteredRows : maxRareRows[sort]))
    return { ...none, filtered: maxFilteredRows }
  const scaled = (count: number, max: number): number =>
    isFiltered ? Math.ceil(Math.min((count * rows) / passing, max)) : count
  const rarestName = Math.min(...required.map(({ count }) => count.names))
  const isName = sort === 'relevance' && rarestName > 0 && rarestName <= maxNamesOfWord
  const isFilled = rarest === frequent.all || rarest <= maxRowsOfFilledWord
  // The rows that pass have an index by time.
  const isByTime = isFiltered && sort === 'new'
  return {
    indexed: isFilled ? scaled(maxFilledRows, maxFilteredLookUp) : 0,
    named: isName ? scaled(maxNamedRows, maxFilteredLookUp) : 0,
    filtered: isByTime ? maxFilteredRows : 0,
    walked: isByTime ? 0 : scaled(maxWalkedRows[sort], maxFilteredWalk),
  }
}

/** Whether all words are frequent. */
export const isOfFrequentWords = ({ walked, filtered }: Plan): boolean => walked + filtered > 0
