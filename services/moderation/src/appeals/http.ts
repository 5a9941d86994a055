import { readAccount } from '@answerable/contracts/accounts'
import {
  type OwnDecision,
  overturnAppeal,
  postAlternativeAppeal,
  postAppeal,
  postCommentAppeal,
  postResponseAppeal,
  readOwnAlternativeDecision,
  readOwnCommentDecision,
  readOwnDecision,
  readOwnResponseDecision,
  upholdAppeal,
} from '@answerable/contracts/appeals'
import type { ErrorCode } from '@answerable/contracts/errors'
import type { Viewer } from '@answerable/contracts/sessions'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { lockPerson } from '../people/erase-personal-data.ts'
import { isConcerned, readContent } from './concerned.ts'
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

/** The routes of those whom a removal concerns, by the kind of the content. */
const ownRoutes = {
  submission: [readOwnDecision, postAppeal, (id: string) => ({ submissionId: id })],
  comment: [readOwnCommentDecision, postCommentAppeal, (id: string) => ({ commentId: id })],
  response: [readOwnResponseDecision, postResponseAppeal, partOf('response')],
  alternative: [readOwnAlternativeDecision, postAlternativeAppeal, partOf('alternative')],
} as const

function partOf(subjectKind: 'response' | 'alternative') {
  return (subjectId: string) => ({ subjectKind, subjectId })
}

export const appeals = (router: Router, deps: UsedDeps): void => {
  for (const [kind, [readDecision, post, subjectOf]] of Object.entries(ownRoutes)) {
    const missing = `${kind as keyof typeof ownRoutes}_not_found` as const

    serve(router, readDecision, async ({ params, viewer, requestId }) => {
      const own = { subject: subjectOf(params.id), missing, viewer, requestId }
      return decisionFor(deps, await ownRemoval(deps, own))
    })

    serve(router, post, async ({ params, body, viewer, requestId }) => {
      const own = { subject: subjectOf(params.id), missing, viewer, requestId }
      return appealAgainst(deps, await ownRemoval(deps, own), { ...own, text: body.text })
    })
  }

  serve(router, upholdAppeal, async (request) => {
    const appeal = await existingAppeal(deps, request.params.id)
    return settle(deps, appeal, { ...intentOf(request), ...about(appeal), kind: 'uphold' })
  })

  serve(router, overturnAppeal, async (request) => {
    const appeal = await existingAppeal(deps, request.params.id)
    const kind = approvalOf(subjectOfAppeal(appeal))
    return settle(deps, appeal, { ...intentOf(request), ...about(appeal), kind })
  })
}

const approvalOf = (subject: Removable) => {
  if ('submissionId' in subject) return 'approve'
  return 'commentId' in subject ? 'approve-comment' : (`approve-${subject.subjectKind}` as const)
}

type OfViewer = { subject: Removable; missing: ErrorCode; viewer: Viewer; requestId: string }

const appealAgainst = async (
  deps: UsedDeps,
  removal: Removal,
  { subject, text, viewer, requestId }: OfViewer & { text: string },
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

/** The removal of content that concerns the viewer; for everyone else there is no such content. */
const ownRemoval = async (
  deps: UsedDeps,
  { subject, missing, viewer, requestId }: OfViewer,
): Promise<Removal> => {
  const removal = await findRemoval(deps.pool, subject)
  if (removal === null) throw new AppError(missing)
  const content = await readContent(deps, subject, requestId)
  if (!content.isRemoved || !(await isConcerned(deps, content, viewer.id))) {
    throw new AppError(missing)
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
