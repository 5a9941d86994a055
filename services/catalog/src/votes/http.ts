import type { Viewer } from '@answerable/contracts/sessions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import type { Ballot } from './store.ts'
import { voterOf } from './voters.ts'

export const votes = (
  router: Router,
  { ballotBox, networkKey, isBurst }: Pick<Deps, 'ballotBox' | 'networkKey' | 'isBurst'>,
): void => {
  serve(router, castVote, ({ params, body, ...request }) =>
    ballotBox.cast(ballotOf(request, params.id, body.value)),
  )

  serve(router, withdrawVote, ({ params, ...request }) =>
    ballotBox.cast(ballotOf(request, params.id, null)),
  )

  type From = { viewer: Viewer; clientAddress: string | null; requestId: string }

  const ballotOf = (
    { viewer, clientAddress, requestId }: From,
    submissionId: string,
    choice: Ballot['choice'],
  ): Ballot => {
    const network = networkKey(clientAddress, new Date())
    const voter = voterOf(viewer)
    return {
      accountId: viewer.id,
      submissionId,
      choice,
      requestId,
      voter,
      network,
      isBurst: choice !== null && isBurst({ submissionId, voterId: voter.id, network }),
    }
  }
}
