import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { commentQueries } from '../../features/comments/comments.ts'
import { submissionQueries } from '../../features/submissions/submission-queries.ts'

/** Passing over a row on the way to another is no wish to read it. */
const intentMilliseconds = 120

/** Handlers for a link to a submission: who rests on it will find the page loaded. */
export const usePrefetch = (id: string) => {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  const prefetch = () => {
    void client.prefetchQuery(submissionQueries.detail(id))
    void client.prefetchInfiniteQuery(commentQueries.list(id))
    // Fetched again when the link is followed, if it cannot be now.
    import('../submission-page.tsx').catch(() => {})
  }
  const rest = () => {
    cancel()
    timer.current = setTimeout(prefetch, intentMilliseconds)
  }
  return { onPointerEnter: rest, onPointerLeave: cancel, onFocus: rest, onBlur: cancel }
}
