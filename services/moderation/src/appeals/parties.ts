import { countAccounts, readAccount } from '@answerable/contracts/accounts'
import { readAnyComment } from '@answerable/contracts/comment-decisions'
import { readAnySubmission } from '@answerable/contracts/review-internal'
import { AppError } from '@answerable/service-kit/errors'
import { findDecision, type NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { findRemoval } from './removals.ts'
import { type AppealRow, findOpenAppeals, type Removable } from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth'>
type Settling = Pick<NewDecision, 'moderator' | 'requestId'>

/**
 * Throws `other_admin_needed` for the administrator who made the decision that an appeal is against, and for
 * its author, while there is an administrator who is neither.
 */
export const refuseParty = async (
  { pool, auth }: UsedDeps,
  appeal: AppealRow,
  { moderator, requestId }: Settling,
): Promise<void> => {
  const decision = await findDecision(pool, appeal.decision_id)
  const parties = new Set([decision?.moderator.id, appeal.author_id])
  if (!parties.delete(moderator.id)) return
  const { activeAdmins } = await auth(countAccounts, {}, requestId)
  const [otherParty] = parties
  const isAdminToo =
    otherParty !== undefined && (await isActiveAdmin({ auth }, otherParty, requestId))
  if (activeAdmins <= (isAdminToo ? 2 : 1)) return
  throw new AppError('other_admin_needed', {
    ...(appeal.author_id === moderator.id ? { message: aboutOwnAppeal } : {}),
  })
}

const aboutOwnAppeal = 'This is your appeal. Another administrator has to decide on it.'

/** The same check for an approval, which grants all open appeals about its subject. */
export const refusePartyToAppeals = async (
  deps: UsedDeps,
  subject: Removable,
  settling: Settling,
): Promise<void> => {
  for (const appeal of await findOpenAppeals(deps.pool, subject)) {
    await refuseParty(deps, appeal, settling)
  }
}

/**
 * Throws `other_admin_needed` for the author of a submission, while there is another administrator. While the
 * catalog is away its author is not known, and the decision is taken up for later as any other.
 */
export const refuseAuthor = async (
  { auth, catalog }: Pick<Deps, 'auth' | 'catalog'>,
  submissionId: string,
  { moderator, requestId }: Settling,
): Promise<void> => {
  const params = { id: submissionId }
  const submission = await catalog(readAnySubmission, { params }, requestId).catch(nullWhenAway)
  if (submission?.authorId !== moderator.id) return
  const { activeAdmins } = await auth(countAccounts, {}, requestId)
  if (activeAdmins > 1) throw new AppError('other_admin_needed', { message: aboutOwnSubmission })
}

/** The same check for the approval of a submission that another administrator has removed. */
export const refuseAuthorOfRemoved = async (
  deps: Pick<Deps, 'pool' | 'auth' | 'catalog'>,
  submissionId: string,
  settling: Settling,
): Promise<void> => {
  const removal = await findRemoval(deps.pool, { submissionId })
  if (removal === null || removal.moderatorId === settling.moderator.id) return
  await refuseAuthor(deps, submissionId, settling)
}

/** The same check for the approval of a comment that another administrator has removed. */
export const refuseAuthorOfRemovedComment = async (
  { pool, auth, catalog }: Pick<Deps, 'pool' | 'auth' | 'catalog'>,
  commentId: string,
  { moderator, requestId }: Settling,
): Promise<void> => {
  const removal = await findRemoval(pool, { commentId })
  if (removal === null || removal.moderatorId === moderator.id) return
  const params = { id: commentId }
  const comment = await catalog(readAnyComment, { params }, requestId).catch(nullWhenAway)
  if (comment?.authorId !== moderator.id) return
  const { activeAdmins } = await auth(countAccounts, {}, requestId)
  if (activeAdmins > 1) throw new AppError('other_admin_needed', { message: aboutOwnComment })
}

const aboutOwnComment = 'This is your comment. Another administrator has to decide on it.'
const aboutOwnSubmission = 'This is your submission. Another administrator has to decide on it.'

const nullWhenAway = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'unavailable') return null
  throw error
}

const isActiveAdmin = async (
  { auth }: Pick<UsedDeps, 'auth'>,
  id: string,
  requestId: string,
): Promise<boolean> => {
  const account = await auth(readAccount, { params: { id } }, requestId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'account_not_found') return null
    throw error
  })
  return account !== null && account.role === 'admin' && !account.suspended
}
