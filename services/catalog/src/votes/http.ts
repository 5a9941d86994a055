import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { type Router, serve } from '@answerable/service-kit/serve'
import type { Deps } from '../deps.ts'

export const votes = (router: Router, { ballotBox }: Pick<Deps, 'ballotBox'>): void => {
  serve(router, castVote, ({ params, body, viewer, requestId }) =>
    ballotBox.cast({
      voterId: viewer.id,
      submissionId: params.id,
      choice: body.value,
      requestId,
    }),
  )

  serve(router, withdrawVote, ({ params, viewer, requestId }) =>
    ballotBox.cast({ voterId: viewer.id, submissionId: params.id, choice: null, requestId }),
  )
}
