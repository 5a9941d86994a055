import { countAccounts, readAccount } from '@answerable/contracts/accounts'
import { AppError } from '@answerable/service-kit/errors'
import { findDecision, type NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { isConcerned, readContent } from './concerned.ts'
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
 * Throws `other_admin_needed` for those whom content concerns, while there is another administrator, and `unavailable`
 * while the catalog, which knows them, is away.
 */
export const refuseConcerned = async (
  deps: Pick<Deps, 'pool' | 'auth' | 'catalog'>,
  subject: Removable,
  { moderator, requestId }: Settling,
): Promise<void> => {
  const content = await readContent(deps, subject, requestId)
  if (!(await isConcerned(deps, content, moderator.id))) return
  const { activeAdmins } = await deps.auth(countAccounts, {}, requestId)
  if (activeAdmins <= 1) return
  throw new AppError('other_admin_needed', {
    message: `This is your ${content.kind}. Another administrator has to decide on it.`,
  })
}

/** The same check for the approval of content that another administrator has removed. */
export const refuseConcernedByRemoval = async (
  deps: Pick<Deps, 'pool' | 'auth' | 'catalog'>,
  subject: Removable,
  settling: Settling,
): Promise<void> => {
  const removal = await findRemoval(deps.pool, subject)
  if (removal === null || removal.moderatorId === settling.moderator.id) return
  await refuseConcerned(deps, subject, settling)
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
