import type { Viewer } from '@answerable/contracts/sessions'
import type { Submission } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { isPublicAgain, whyNotPublic } from '../merges/redirects.ts'
import type { Ballot } from './store.ts'
import { voterOf } from './voters.ts'

export const votes = (
  router: Router,
  {
    ballotBox,
    networkKey,
    isBurst,
    pool,
  }: Pick<Deps, 'ballotBox' | 'networkKey' | 'isBurst' | 'pool'>,
): void => {
  serve(router, castVote, ({ params, body, ...request }) =>
    cast(ballotOf(request, params.id, body.value)),
  )

  serve(router, withdrawVote, ({ params, ...request }) => cast(ballotOf(request, params.id, null)))

  /** Only votes on submissions that are not public need more queries. */
  const cast = (ballot: Ballot): Promise<Submission> =>
    ballotBox.cast(ballot).catch(async (error: unknown) => {
      const isMissing = error instanceof AppError && error.code === 'submission_not_found'
      if (!isMissing) throw error
      const reason = await whyNotPublic(pool, ballot.submissionId)
      if (reason.code === 'submission_merged') throw reason
      if (await isPublicAgain(pool, ballot.submissionId)) return cast(ballot)
      throw error
    })

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
