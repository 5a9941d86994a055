import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { commentQueries } from '../../features/comments/comments.ts'
import { submissionQueries } from '../../features/submissions/submission-queries.ts'
import { withPageStyles } from '../../page-styles.ts'

/** Ignores pointers that only cross a row. */
const intentMilliseconds = 120

/** Event handlers for a link to a submission that prefetch its page. */
export const usePrefetch = (id: string) => {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  const prefetch = () => {
    void client.prefetchQuery(submissionQueries.detail(id))
    void client.prefetchInfiniteQuery(commentQueries.threads(id, 'newest'))
    // If this fails, following the link loads it again.
    withPageStyles(() => import('../submission/submission-page.tsx')).catch(() => {})
  }
  const rest = () => {
    cancel()
    timer.current = setTimeout(prefetch, intentMilliseconds)
  }
  return { onPointerEnter: rest, onPointerLeave: cancel, onFocus: rest, onBlur: cancel }
}
