import type { FollowedSearch } from '@answerable/contracts/search-key'
import type { Db } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { parseQuery } from './query.ts'
import { fullQuery } from './tsqueries.ts'
import { readWords } from './words.ts'

export type FollowedSearches = {
  /** The places of the searches that find the submission. */
  matching: (db: Db, submissionId: string, searches: readonly FollowedSearch[]) => Promise<number[]>
}

/** The text search query of a search text depends on the text alone. */
const maxQueries = 5_000

export const openFollowedSearches = (): FollowedSearches => {
  const queries = new LRUCache<string, string>({ max: maxQueries })

  /** Null if the text has no word that must occur. */
  const queryOf = async (db: Db, text: string): Promise<string | null> => {
    const cached = queries.get(text)
    if (cached !== undefined) return cached === '' ? null : cached
    const words = await readWords(db, parseQuery(text), 'submissions')
    const query = words.required.length === 0 ? '' : fullQuery(words)
    queries.set(text, query)
    return query === '' ? null : query
  }

  return {
    matching: async (db, submissionId, searches) => {
      const texts: (string | null)[] = []
      for (const { q } of searches) texts.push(await queryOf(db, q))
      const { rows } = await db.query<{ place: number }>(
        `SELECT place::integer - 1 AS place
         FROM unnest($2::text[], $3::text[], $4::text[])
           WITH ORDINALITY AS searches (query, wanted_category, wanted_country, place)
         JOIN submissions ON id = $1 AND approved
         JOIN submission_search ON submission_id = id
         WHERE query IS NOT NULL AND words @@ query::tsquery
           AND (wanted_category IS NULL OR category = wanted_category)
           AND (wanted_country IS NULL OR country = wanted_country)
         ORDER BY place`,
        [
          submissionId,
          texts,
          searches.map((search) => search.category ?? null),
          searches.map((search) => search.country ?? null),
        ],
      )
      return rows.map(({ place }) => place)
    },
  }
}
