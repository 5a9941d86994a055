import { pathOf, type RouteRequest } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Submission } from '@answerable/contracts/submissions'
import { castVote, castVotes, withdrawVote } from '@answerable/contracts/votes'
import { type PassportKeys, verifyPassport } from '@answerable/service-kit/calls/passport'
import { AppError, errorBodyOf } from '@answerable/service-kit/errors'
import { publicErrors } from '@answerable/service-kit/http/error-handler'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { isPublicAgain, whyNotPublic } from '../merges/redirects.ts'
import type { Ballot } from './store.ts'
import { voterOf } from './voters.ts'

type GroupedVote = RouteRequest<typeof castVotes>['body']['votes'][number]

export const votes = (
  router: Router,
  keys: PassportKeys,
  {
    ballotBox,
    networkKey,
    isBurst,
    pool,
    log,
  }: Pick<Deps, 'ballotBox' | 'networkKey' | 'isBurst' | 'pool' | 'log'>,
): void => {
  const publicError = publicErrors(log)

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

  serve(router, castVotes, async ({ body }) => ({
    responses: await Promise.all(body.votes.map(responseTo)),
  }))

  const responseTo = async ({ passport: token, requestId, submissionId, value }: GroupedVote) => {
    try {
      const path = pathOf(castVote, { params: { id: submissionId } })
      const call = { audience: 'catalog', method: castVote.method, path } as const
      const passport = verifyPassport(keys, token, call)
      if (passport === null || passport.viewer === null) throw new AppError('passport_refused')
      const from = { viewer: passport.viewer, clientAddress: passport.client?.address ?? null }
      const submission = await cast(ballotOf({ ...from, requestId }, submissionId, value))
      return { status: 200, body: JSON.stringify(submission) }
    } catch (error) {
      const appError = publicError(error, requestId)
      const { status, retryAfterSeconds } = appError
      const body = JSON.stringify(errorBodyOf(appError, requestId))
      return { status, body, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
    }
  }

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
