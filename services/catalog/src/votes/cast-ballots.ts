import type { Viewer } from '@answerable/contracts/sessions'
import type { Submission } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'
import { isPublicAgain, whyNotPublic } from '../merges/redirects.ts'
import type { BurstWatch } from './bursts.ts'
import type { Ballot } from './store.ts'
import type { VoteBatcher } from './vote-batcher.ts'
import { voterOf } from './voters.ts'

type From = { viewer: Viewer; clientAddress: string | null; requestId: string }

/** Casts ballots of one kind: votes or joins. */
export const openCasting = (
  { box, isBurst }: { box: VoteBatcher; isBurst: BurstWatch },
  { networkKey, pool }: Pick<Deps, 'networkKey' | 'pool'>,
): ((from: From, submissionId: string, choice: Ballot['choice']) => Promise<Submission>) => {
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

  return (from, submissionId, choice) => castBallot(ballotOf(from, submissionId, choice))
}
