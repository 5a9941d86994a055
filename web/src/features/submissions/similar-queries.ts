import { findSimilar } from '@answerable/contracts/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { Feed } from './submission-queries.ts'

type SimilarTo = { targetName: string; reasons: string }

const freshMilliseconds = 60_000
/** Of the API. */
const maxReasonsLength = 300

export const similarQueries = {
  /** Submissions about the same matter. Cached like a feed, so that votes change the rows in place. */
  to: ({ targetName, reasons }: SimilarTo, email: string | undefined) => {
    const query = { targetName, reasons: firstWords(reasons) }
    return queryOptions({
      queryKey: [...queryKeys.found, 'similar', query, email ?? null],
      queryFn: ({ signal }): Promise<Feed> =>
        call(findSimilar, { query }, { signal }).then(
          (rows) => ({ rows, total: rows.length }),
          failedFetch('Failed to fetch similar boycotts'),
        ),
      enabled: targetName !== '',
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    })
  },
}

/** Without the last word if it was cut. */
const firstWords = (reasons: string): string => {
  const text = reasons.trim().replaceAll(/\s+/g, ' ')
  if (text.length <= maxReasonsLength) return text
  return text
    .slice(0, maxReasonsLength)
    .replace(/\s\S*$/, '')
    .toWellFormed()
}
