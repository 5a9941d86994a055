import { rowsIn } from '@answerable/contracts/source-details'
import type { Submission } from '@answerable/contracts/submissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { alternativeQueries } from '../../features/alternatives/alternatives.ts'
import { responseQueries } from '../../features/responses/responses.ts'
import { sourceQueries } from '../../features/sources/source-queries.ts'
import { timelineQueries } from '../../features/updates/timeline-queries.ts'

/**
 * Fetches what the sections of a submission show. False until each of them is fetched or has failed once, so that
 * they appear together and none moves the form for a comment while somebody is about to press its button.
 */
export const useLoadedSections = ({ id, sources }: Pick<Submission, 'id' | 'sources'>): boolean => {
  const client = useQueryClient()
  const hasLinks = sources !== null && rowsIn(sources).length > 0
  const [areLoaded, setLoaded] = useState(() =>
    [
      responseQueries.of(id),
      ...(hasLinks ? [sourceQueries.list(id)] : []),
      alternativeQueries.of(id),
      timelineQueries.ofSubmission(id, 1),
    ].every(({ queryKey }) => client.getQueryData(queryKey) !== undefined),
  )
  useEffect(() => {
    if (areLoaded) return
    let isCurrent = true
    const fetches = [
      client.prefetchQuery(responseQueries.of(id)),
      ...(hasLinks ? [client.prefetchQuery(sourceQueries.list(id))] : []),
      client.prefetchInfiniteQuery(alternativeQueries.of(id)),
      client.prefetchQuery(timelineQueries.ofSubmission(id, 1)),
    ]
    void Promise.all(fetches).then(() => {
      if (isCurrent) setLoaded(true)
    })
    return () => {
      isCurrent = false
    }
  }, [client, id, hasLinks, areLoaded])
  return areLoaded
}
