import type { RouteRequest } from '@answerable/contracts/route'
import { maxSearchResults, type search as searchRoute } from '@answerable/contracts/search'
import type { Db } from '@answerable/service-kit/db'
import { correct } from './corrections.ts'
import { countPassing, isFiltered } from './filters.ts'
import { findMatches } from './find.ts'
import type { RowCounts } from './plan.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import type { SearchedTable } from './tables.ts'
import { readWords, type SearchedWords } from './words.ts'

type Request = RouteRequest<typeof searchRoute>['query']

export type SearchResults = {
  ids: readonly string[]
  /** The words that were searched for. */
  words: readonly SearchedWords[]
  /** The text whose results are included; null without a correction. */
  correctedTo: string | null
}

/** With fewer results, other spellings are searched for as well. */
const fewResults = 3

/** Searches one kind of rows. */
export const searchTable = async (
  db: Db,
  table: SearchedTable,
  request: Request,
): Promise<SearchResults> => {
  const query = parseQuery(request.q)
  const words = await readWords(db, query, table.name)
  const countRows = async (): Promise<RowCounts> => {
    const rows = await countPassing(db, table, { period: 'all' })
    return { rows, passing: isFiltered(request) ? await countPassing(db, table, request) : rows }
  }
  const find = (parsed: ParsedQuery, of: SearchedWords): Promise<string[]> =>
    findMatches(db, table, {
      words: of,
      text: parsed.required.map(({ text }) => text).join(' '),
      sort: request.sort,
      filters: request,
      countRows,
    })
  const ids = await find(query, words)
  const uncorrected = { ids, words: [words], correctedTo: null }
  if (request.exact !== undefined || ids.length >= fewResults) return uncorrected
  const known = new Set(ids)
  for (const text of await correct(db, { table, query, words })) {
    const corrected = parseQuery(text)
    const correctedWords = await readWords(db, withoutPrefix(corrected), table.name)
    const more = await find(corrected, correctedWords)
    const added = more.filter((id) => !known.has(id))
    if (added.length > 0)
      return {
        ids: [...ids, ...added].slice(0, maxSearchResults),
        words: [words, correctedWords],
        correctedTo: text,
      }
  }
  return uncorrected
}

/** A corrected text contains words of public texts only, so none of them is a mere beginning. */
const withoutPrefix = ({ required, excluded }: ParsedQuery): ParsedQuery => ({
  required: required.map((term) => ({ ...term, isPrefix: false })),
  excluded,
})
