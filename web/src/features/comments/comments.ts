import { listComments } from '@answerable/contracts/comments'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { boycottsKey } from '../submissions/submissions.ts'

export const commentsKey = (id: string) => [...boycottsKey, 'comments', id] as const

export const comments = (id: string) =>
  queryOptions({
    queryKey: commentsKey(id),
    queryFn: ({ signal }) =>
      call(listComments, { params: { id } }, { signal }).catch(
        failedFetch('Failed to fetch comments'),
      ),
  })
