import { type Account, applyAccountDecision, readAccount } from '@answerable/contracts/accounts'
import type { AdminAlternative } from '@answerable/contracts/alternative-decisions'
import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import type { Business } from '@answerable/contracts/businesses'
import type { AdminClaim } from '@answerable/contracts/claims'
import type { AdminComment } from '@answerable/contracts/comment-decisions'
import {
  applyDecision,
  type DecisionAction,
  type SubmissionState,
  submissionStateOf,
} from '@answerable/contracts/decisions'
import { applyMerge, applyUnmerge } from '@answerable/contracts/merges'
import type { AdminResponse } from '@answerable/contracts/response-decisions'
import {
  applyVoidAccountVotes,
  readAnySubmission,
  writeAuthorState,
} from '@answerable/contracts/review-internal'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import type { AdminUpdate } from '@answerable/contracts/update-decisions'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import type { Pool } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { decideOnAlternative } from '../alternatives/apply-at-catalog.ts'
import { decideOnBusiness, decideOnSuggestion } from '../businesses/apply-at-catalog.ts'
import { decideOnClaim } from '../claims/decide.ts'
import { decideOnComment } from '../comments/apply-at-catalog.ts'
import type { Change } from '../log/payload.ts'
import type { NoticeEffect } from '../notices/decide.ts'
import { decideOnResponse } from '../responses/apply-at-catalog.ts'
import { decideOnUpdate } from '../updates/apply-at-catalog.ts'
import type { Decision, OtherSubject } from './store.ts'

type SubmissionEffect = Extract<Change, { before: SubmissionState }> & {
  submission: AdminSubmission
} & Votes

/** The effect of a decision, with its response; the account is null if it was deleted. */
export type Effect =
  | SubmissionEffect
  | (Extract<Change, { before: { suspended: boolean } }> & { account: Account | null } & Votes)
  | CommentEffect
  | UpdateEffect
  | BusinessEffect
  | NoticeEffect
  | AlternativeEffect

/** A decision about an update concerns its submission. */
export type UpdateEffect =
  | (Extract<Change, { before: SubmissionState }> & {
      update: AdminUpdate
    } & Votes)
  | ResponseEffect
  | ClaimEffect

/** The comment is null if it was deleted with its author's account. */
export type CommentEffect = Extract<Change, { subject: { kind: 'comment' } }> & {
  comment: AdminComment | null
} & Votes

export type BusinessEffect = Extract<Change, { subject: { kind: 'business' } }> &
  ({ suggestion: AdminSuggestion } | { business: Business }) &
  Votes

/** The numbers of votes and joins that it released or voided; null if it did not concern votes. */
type Votes = { voteCount: number | null; participationCount?: number | null }

/** The alternative is null if it was deleted. */
export type AlternativeEffect = Extract<Change, { subject: { kind: 'alternative' } }> & {
  alternative: AdminAlternative | null
} & Votes

export type ResponseEffect = Extract<Change, { subject: { kind: 'response' } }> & {
  response: AdminResponse
} & Votes

export type ClaimEffect = Extract<Change, { subject: { kind: 'claim' } }> & {
  claim: AdminClaim
} & Votes

/** Calls to the services that own accounts and submissions, and the database with claims. */
export type Owners = { auth: ServiceCall; catalog: ServiceCall; pool: Pool }

/**
 * Applies a decision at the service that owns its subject. Idempotent: a repeated call returns the same effect.
 * Throws the error with which that service refuses.
 */
export const applyAtOwner = (owners: Owners, decision: Decision): Promise<Effect> => {
  const { subject } = decision
  if ('updateId' in subject) return decideOnUpdate(owners, decision, subject.updateId)
  if ('submissionId' in subject) {
    return decideOnSubmission(owners, decision, subject)
  }
  if ('commentId' in subject) return decideOnComment(owners, decision, subject.commentId)
  if ('suggestionId' in subject) return decideOnSuggestion(owners, decision, subject.suggestionId)
  if ('businessId' in subject) return decideOnBusiness(owners, decision, subject)
  if ('subjectId' in subject) return decideOnOther(owners, decision, subject)
  return decision.kind === 'void-account-votes'
    ? voidVotesOfAccount(owners, decision, subject.accountId)
    : decideOnAccount(owners, decision, subject.accountId)
}

const decideOnOther = async (
  owners: Owners,
  decision: Decision,
  { subjectKind, subjectId }: OtherSubject,
): Promise<Effect> => {
  if (subjectKind === 'claim') return decideOnClaim(owners, decision, subjectId)
  if (subjectKind === 'alternative') return decideOnAlternative(owners, decision, subjectId)
  if (subjectKind === 'response') return decideOnResponse(owners, decision, subjectId)
  throw new Error(`no service owns a ${subjectKind}`)
}

const mergeOrUndo = async (
  { catalog }: Pick<Owners, 'catalog'>,
  { id: decisionId, kind, intoId, expectedVersion, expectedIntoVersion, requestId }: Decision,
  submissionId: string,
): Promise<Effect> => {
  const body = {
    ...{ decisionId, submissionId },
    ...(expectedVersion === null ? {} : { expectedVersion }),
  }
  const { before, after, other } =
    kind === 'merge'
      ? await catalog(
          applyMerge,
          {
            body: {
              ...body,
              into: intoId ?? '',
              ...(expectedIntoVersion === null ? {} : { expectedIntoVersion }),
            },
          },
          requestId,
        )
      : await catalog(applyUnmerge, { body }, requestId)
  return { ...submissionEffect(before, after, null), other }
}

const decideOnSubmission = async (
  { catalog }: Owners,
  decision: Decision,
  { submissionId, newName = '' }: { submissionId: string; newName?: string },
): Promise<Effect> => {
  if (decision.kind === 'merge' || decision.kind === 'unmerge') {
    return mergeOrUndo({ catalog }, decision, submissionId)
  }
  const action = actionOf(decision, newName)
  if (action === null) {
    const params = { id: submissionId }
    const { flags: _, ...submission } = await catalog(
      readAnySubmission,
      { params },
      decision.requestId,
    )
    return submissionEffect(submission, submission, null)
  }
  const body = {
    decisionId: decision.id,
    submissionId,
    action,
    ...(decision.expectedVersion === null ? {} : { expectedVersion: decision.expectedVersion }),
  }
  const { before, after, ...settled } = await catalog(applyDecision, { body }, decision.requestId)
  return { ...submissionEffect(before, after, null), ...settled }
}

/** The action for the catalog; null if the submission does not change. */
const actionOf = (
  { kind, boostValue, heldUntil }: Decision,
  newName: string,
): DecisionAction | null => {
  switch (kind) {
    case 'approve':
    case 'remove':
    case 'lock-discussion':
    case 'unlock-discussion':
      return { kind }
    case 'rename':
      return { kind, targetName: newName }
    case 'release-votes':
    case 'void-votes':
      return heldUntil === null ? { kind } : { kind, heldUntil }
    case 'super-boost':
      return { kind, boostValue: boostValue ?? 0 }
    case 'uphold':
    case 'remove-comment':
    case 'approve-comment':
    case 'uphold-notice':
    case 'decline-notice':
    case 'remove-alternative':
    case 'approve-alternative':
    case 'suspend':
    case 'reinstate':
    case 'reset-passkeys':
    case 'void-account-votes':
    case 'merge':
    case 'unmerge':
    case 'accept-suggestion':
    case 'decline-suggestion':
    case 'change-business':
    case 'merge-business':
    case 'unmerge-business':
    case 'confirm-update':
    case 'decline-update':
    case 'withdraw-update':
    case 'remove-response':
    case 'approve-response':
    case 'accept-claim':
    case 'decline-claim':
    case 'revoke-claim':
      return null
    default:
      return kind satisfies never
  }
}

const submissionEffect = (
  before: AdminSubmission,
  after: AdminSubmission,
  voteCount: number | null,
): SubmissionEffect => ({
  subject: { kind: 'submission', id: after.id, category: after.category },
  before: submissionStateOf(before),
  after: submissionStateOf(after),
  submission: after,
  voteCount,
})

const decideOnAccount = async (
  { auth, catalog }: Owners,
  { id, kind, moderator, requestId }: Decision,
  accountId: string,
): Promise<Effect> => {
  if (kind !== 'suspend' && kind !== 'reset-passkeys' && kind !== 'reinstate')
    throw new Error(`${kind} is no decision about an account`)
  const { before, after, state, others } = await auth(
    applyAccountDecision,
    { body: { decisionId: id, accountId, adminId: moderator.id, kind } },
    requestId,
  )
  await catalog(writeAuthorState, { body: state }, requestId)
  await Promise.all(others.map((body) => catalog(writeAuthorState, { body }, requestId)))
  return {
    subject: { kind: 'account', id: accountId },
    before: { suspended: before.suspended },
    after: { suspended: after.suspended },
    account: after,
    voteCount: null,
  }
}

/**
 * Catalog refuses while the account is not suspended, so that the suspension comes first. It is called
 * before anything else, because the votes that it has voided are logged even if the account was deleted
 * since.
 */
const voidVotesOfAccount = async (
  { auth, catalog }: Owners,
  { id, requestId }: Decision,
  accountId: string,
): Promise<Effect> => {
  const body = { decisionId: id, accountId }
  const settled = await catalog(applyVoidAccountVotes, { body }, requestId)
  const account = await auth(readAccount, { params: { id: accountId } }, requestId).catch(
    nullWhenMissing,
  )
  const state = { suspended: account?.suspended ?? true }
  return {
    subject: { kind: 'account', id: accountId },
    before: state,
    after: state,
    account,
    ...settled,
  }
}

const nullWhenMissing = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'account_not_found') return null
  throw error
}
