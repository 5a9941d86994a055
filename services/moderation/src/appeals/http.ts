import { readAccount } from '@answerable/contracts/accounts'
import {
  type OwnDecision,
  overturnAppeal,
  postAppeal,
  postCommentAppeal,
  readOwnCommentDecision,
  readOwnDecision,
  upholdAppeal,
} from '@answerable/contracts/appeals'
import { readAnyComment } from '@answerable/contracts/comment-decisions'
import { readAnySubmission } from '@answerable/contracts/review-internal'
import type { Viewer } from '@answerable/contracts/sessions'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { lockPerson } from '../people/erase-personal-data.ts'
import { refuseParty } from './parties.ts'
import { findReason, findRemoval, type Removal } from './removals.ts'
import {
  type AppealRow,
  appealOf,
  findAppeal,
  findAppealAgainst,
  insertAppeal,
  type Removable,
  subjectOfAppeal,
} from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

export const appeals = (router: Router, deps: UsedDeps): void => {
  serve(router, readOwnDecision, async ({ params, viewer, requestId }) =>
    decisionFor(deps, await ownRemoval(deps, { id: params.id, viewer, requestId })),
  )

  serve(router, readOwnCommentDecision, async ({ params, viewer, requestId }) =>
    decisionFor(deps, await ownCommentRemoval(deps, { id: params.id, viewer, requestId })),
  )

  serve(router, postAppeal, async ({ params, body, viewer, requestId }) => {
    const removal = await ownRemoval(deps, { id: params.id, viewer, requestId })
    const subject = { submissionId: params.id }
    return appealAgainst(deps, removal, { subject, text: body.text, viewer, requestId })
  })

  serve(router, postCommentAppeal, async ({ params, body, viewer, requestId }) => {
    const removal = await ownCommentRemoval(deps, { id: params.id, viewer, requestId })
    const subject = { commentId: params.id }
    return appealAgainst(deps, removal, { subject, text: body.text, viewer, requestId })
  })

  serve(router, upholdAppeal, async (request) => {
    const appeal = await existingAppeal(deps, request.params.id)
    return settle(deps, appeal, { ...intentOf(request), ...about(appeal), kind: 'uphold' })
  })

  serve(router, overturnAppeal, async (request) => {
    const appeal = await existingAppeal(deps, request.params.id)
    const kind = appeal.comment_id === null ? 'approve' : 'approve-comment'
    return settle(deps, appeal, { ...intentOf(request), ...about(appeal), kind })
  })
}

type OfViewer = { id: string; viewer: Viewer; requestId: string }

const appealAgainst = async (
  deps: UsedDeps,
  removal: Removal,
  { subject, text, viewer, requestId }: Omit<OfViewer, 'id'> & { subject: Removable; text: string },
): Promise<OwnDecision> => {
  await transaction(deps.pool, async (db) => {
    await lockPerson(db, viewer.id)
    const account = await deps.auth(readAccount, { params: { id: viewer.id } }, requestId)
    if (account.suspended) throw new AppError('account_suspended')
    const { decisionId } = removal
    const isFirst = await insertAppeal(db, { decisionId, subject, authorId: viewer.id, text })
    if (!isFirst) throw new AppError('already_appealed')
  })
  return decisionFor(deps, removal)
}

/** The removal of the viewer's own comment; for everyone else there is no such comment. */
const ownCommentRemoval = async (
  { pool, catalog }: UsedDeps,
  { id, viewer, requestId }: OfViewer,
): Promise<Removal> => {
  const removal = await findRemoval(pool, { commentId: id })
  if (removal === null) throw new AppError('comment_not_found')
  const comment = await catalog(readAnyComment, { params: { id } }, requestId)
  if (comment.state !== 'removed' || comment.authorId !== viewer.id) {
    throw new AppError('comment_not_found')
  }
  return removal
}

/** The removal of the viewer's own submission; for everyone else there is no such submission. */
const ownRemoval = async (
  { pool, catalog }: UsedDeps,
  { id, viewer, requestId }: OfViewer,
): Promise<Removal> => {
  const removal = await findRemoval(pool, { submissionId: id })
  if (removal === null) throw new AppError('submission_not_found')
  const submission = await catalog(readAnySubmission, { params: { id } }, requestId)
  if (submission.approved || submission.authorId !== viewer.id) {
    throw new AppError('submission_not_found')
  }
  return removal
}

const decisionFor = async ({ pool }: UsedDeps, removal: Removal): Promise<OwnDecision> => {
  const appeal = await findAppealAgainst(pool, removal.decisionId)
  const { decisionId, reasonCode, note, decidedAt } = removal
  return {
    decisionId,
    kind: 'remove',
    reasonCode,
    note,
    decidedAt,
    appeal: appeal === null ? null : await appealFor(pool, appeal),
  }
}

const appealFor = async (
  pool: UsedDeps['pool'],
  appeal: AppealRow,
): Promise<NonNullable<OwnDecision['appeal']>> => {
  const response = appeal.settled_by === null ? null : await findReason(pool, appeal.settled_by)
  const { text, state, createdAt, settledAt } = appealOf(appeal)
  return {
    text,
    state,
    createdAt,
    settledAt,
    reasonCode: response?.reasonCode ?? null,
    note: response?.note ?? null,
  }
}

const existingAppeal = async ({ pool }: UsedDeps, id: string): Promise<AppealRow> => {
  const appeal = await findAppeal(pool, id)
  if (appeal === null) throw new AppError('appeal_not_found')
  return appeal
}

const about = (appeal: AppealRow) => ({
  subject: subjectOfAppeal(appeal),
  appealId: appeal.id,
})

const settle = async (deps: UsedDeps, appeal: AppealRow, intent: NewDecision) => {
  await recordIntent(deps, intent, async () => {
    if (appeal.state !== 'open') throw new AppError('appeal_settled')
    await refuseParty(deps, appeal, intent)
  })
  const settled = await existingAppeal(deps, appeal.id)
  return { decisionId: intent.id, appeal: appealOf(settled) }
}
