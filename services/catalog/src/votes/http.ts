import type { Viewer } from '@answerable/contracts/sessions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/serve'
import type { Deps } from '../deps.ts'
import type { Ballot } from './store.ts'

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
    return {
      accountId: viewer.id,
      submissionId,
      choice,
      requestId,
      voter: voterOf(viewer),
      network,
      isBurst: choice !== null && isBurst({ submissionId, accountId: viewer.id, network }),
    }
  }
}

/** Of whom it is not known whose voting right they use, no vote can be taken. */
const voterOf = ({ voter }: Viewer): Ballot['voter'] => {
  if (voter === undefined) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  return voter
}
