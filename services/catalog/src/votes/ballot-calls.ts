import { pathOf, type Route } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Submission } from '@answerable/contracts/submissions'
import { type PassportKeys, verifyPassport } from '@answerable/service-kit/calls/passport'
import { AppError, errorBodyOf } from '@answerable/service-kit/errors'
import { publicErrors } from '@answerable/service-kit/http/error-handler'
import type { Deps } from '../deps.ts'
import { isPublicAgain, whyNotPublic } from '../merges/redirects.ts'
import type { BurstWatch } from './bursts.ts'
import type { Ballot } from './store.ts'
import type { VoteBatcher } from './vote-batcher.ts'
import { voterOf } from './voters.ts'

type From = { viewer: Viewer; clientAddress: string | null; requestId: string }

/** A call of a group, with the service token of the member's own call. */
export type GroupedCall = { passport: string; requestId: string; submissionId: string }

/** Casts ballots of one kind, votes or joins, and writes the responses to groups of calls. */
export const ballotCalls = (
  keys: PassportKeys,
  { box, isBurst }: { box: VoteBatcher; isBurst: BurstWatch },
  { networkKey, pool, log }: Pick<Deps, 'networkKey' | 'pool' | 'log'>,
) => {
  const publicError = publicErrors(log)

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

  /** Only ballots on submissions that are not public need more queries. */
  const castBallot = (ballot: Ballot): Promise<Submission> =>
    box.cast(ballot).catch(async (error: unknown) => {
      const isMissing = error instanceof AppError && error.code === 'submission_not_found'
      if (!isMissing) throw error
      const reason = await whyNotPublic(pool, ballot.submissionId)
      if (reason.code === 'submission_merged') throw reason
      if (await isPublicAgain(pool, ballot.submissionId)) return castBallot(ballot)
      throw error
    })

  const cast = (from: From, submissionId: string, choice: Ballot['choice']): Promise<Submission> =>
    castBallot(ballotOf(from, submissionId, choice))

  /** The response that the member's own call of the route would get. */
  const responseTo = async (
    route: Route,
    { passport: token, requestId, submissionId }: GroupedCall,
    choice: Ballot['choice'],
  ) => {
    try {
      const path = pathOf(route, { params: { id: submissionId } })
      const call = { audience: 'catalog', method: route.method, path } as const
      const passport = verifyPassport(keys, token, call)
      if (passport === null || passport.viewer === null) throw new AppError('passport_refused')
      const from = { viewer: passport.viewer, clientAddress: passport.client?.address ?? null }
      const submission = await cast({ ...from, requestId }, submissionId, choice)
      return { status: 200, body: JSON.stringify(submission) }
    } catch (error) {
      const appError = publicError(error, requestId)
      const { status, retryAfterSeconds } = appError
      const body = JSON.stringify(errorBodyOf(appError, requestId))
      return { status, body, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
    }
  }

  return { cast, responseTo }
}
