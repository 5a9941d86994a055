import { applyDecision } from '@answerable/contracts/decisions'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import type { Submission } from '@answerable/contracts/submissions'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { lockDecisions } from '../businesses/changes.ts'
import type { Deps } from '../deps.ts'
import { appendFlagsClosed } from '../flags/closed.ts'
import { renameTarget } from '../submission-versions/rename.ts'
import { appendPublished } from '../submission-versions/store.ts'
import { type SubmissionRow, submissionOf } from '../submissions/rows.ts'
import { appendChange, findSubmission, lockSubmission } from '../submissions/store.ts'
import { recordDecision } from '../updates/record-decision.ts'
import { readUnusual, type Settled, settleHolds } from '../votes/holds.ts'
import { type Decided, decidedState, isOutdatedApproval } from './rules.ts'
import {
  closeFlags,
  findAppliedDecision,
  findReporters,
  insertAppliedDecision,
  updateDecided,
} from './store.ts'

export const decisions = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, applyDecision, async ({ body, requestId }) => {
    const applied = await transaction(pool, (db) => apply(db, body, requestId))
    relay.wake()
    return applied
  })
}

type Decision = RouteRequest<typeof applyDecision>['body']

const apply = async (
  db: Db,
  { decisionId, submissionId, action, expectedVersion }: Decision,
  requestId: string,
): Promise<RouteResponse<typeof applyDecision>> => {
  if (action.kind === 'rename') await lockDecisions(db)
  const current = await lockSubmission(db, submissionId)
  const found = await findSubmission(db, submissionId, null)
  if (current === null || found === null) throw new AppError('submission_not_found')
  const earlier = await findAppliedDecision(db, decisionId)
  if (earlier !== null) {
    const { other, ...result } = earlier
    if (result.after.id !== submissionId || other !== null) throw new AppError('decision_conflict')
    return result
  }
  if (expectedVersion !== undefined && current.decided_version > expectedVersion) {
    throw new AppError('decision_conflict')
  }
  if (current.merged_into !== null) throw new AppError('decision_conflict')
  // An approval of another text than the current one would close its flags.
  if (isOutdatedApproval({ action: action.kind, expectedVersion }, current)) {
    throw new AppError('submission_changed')
  }
  const unusualBefore = await readUnusual(db, submissionId)
  const decided = decidedState(current, action)
  const settled = await settleVotes(db, { submissionId, decisionId }, decided.settlesVotes)
  if (action.kind === 'rename') await renameTarget(db, current, action.targetName)
  const row = await updateDecided(db, submissionId, decided)
  await settleFlags(db, { submissionId, decisionId }, { current, decided })
  await recordDecision(db, { submissionId, decisionId, action })
  await appendChange(db, submissionId, { cause: 'decision', requestId })
  if (action.kind === 'rename') {
    await appendPublished(db, submissionId, { cause: 'edited', requestId })
  }
  const before = {
    ...found,
    flagCount: current.flag_count,
    heldVotes: unusualBefore.held,
    heldParticipations: unusualBefore.heldParticipations,
    mergedInto: null,
  }
  const unusualAfter = await readUnusual(db, submissionId)
  const after = {
    ...submissionOf(row, {
      username: found.author?.username ?? null,
      business: await readBusiness(db, row, found),
      userVote: null,
      ownParticipation: false,
      isUnusual: unusualAfter.shows,
    }),
    flagCount: row.flag_count,
    heldVotes: unusualAfter.held,
    heldParticipations: unusualAfter.heldParticipations,
    mergedInto: null,
  }
  await insertAppliedDecision(db, decisionId, { before, after, ...settled })
  return { before, after, ...settled }
}

const readBusiness = async (
  db: Db,
  row: SubmissionRow,
  before: Submission,
): Promise<Submission['business']> =>
  row.business_id === before.business.id
    ? before.business
    : ((await findSubmission(db, row.id, null))?.business ?? before.business)

const settleVotes = (
  db: Db,
  of: { submissionId: string; decisionId: string },
  settles: Decided['settlesVotes'],
): Promise<Settled | Record<keyof Settled, null>> =>
  settles === null
    ? Promise.resolve({ voteCount: null, participationCount: null })
    : settleHolds(db, settles.how, { ...of, heldUntil: settles.heldUntil })

/** Publishes the outcome of the open flags. A removal leaves them open, for the record. */
const settleFlags = async (
  db: Db,
  { submissionId, decisionId }: { submissionId: string; decisionId: string },
  { current, decided }: { current: SubmissionRow; decided: Decided },
): Promise<void> => {
  const isRemoval = current.approved && !decided.approved
  if (!decided.closesFlags && !isRemoval) return
  await appendFlagsClosed(db, {
    subject: { kind: 'submission', id: submissionId, submissionId },
    reporterIds: isRemoval
      ? await findReporters(db, submissionId)
      : await closeFlags(db, submissionId, decisionId),
    outcome: isRemoval ? 'removed' : 'approved',
    decisionId,
  })
}
