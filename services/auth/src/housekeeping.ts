import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { deleteOldNotices } from './mail/notices.ts'
import { deleteOldRequests } from './mails/store.ts'
import { deleteOldNoticeMailboxes } from './notice-mails/store.ts'
import { deleteSpentBudgets } from './one-time-codes/budgets.ts'
import { deleteDeadFlows } from './one-time-codes/flows.ts'
import { repeatDeletionEvents } from './own-account/deletion-events.ts'
import { deleteDeadChallenges } from './passkeys/challenges.ts'
import { deleteOldChanges } from './sessions/changes.ts'
import { deleteDeadSessions } from './sessions/store.ts'
import { deleteExpiredNames } from './users/names.ts'

export type Housekeeping = { stop: () => void }

const everyMilliseconds = 600_000

/** Deletes expired rows. Nothing depends on it, because expired rows are refused anyway. */
export const startHousekeeping = (deps: { pool: Pool; log: Log }): Housekeeping => {
  const tidy = (): void => {
    deleteExpired(deps.pool).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'deleting expired rows failed')
    })
  }
  const timer = setInterval(tidy, everyMilliseconds)
  return { stop: () => clearInterval(timer) }
}

export const deleteExpired = async (pool: Pool): Promise<void> => {
  await deleteDeadFlows(pool)
  await deleteDeadSessions(pool)
  await deleteOldChanges(pool)
  await deleteDeadChallenges(pool)
  await deleteSpentBudgets(pool)
  await deleteExpiredNames(pool)
  await deleteOldNotices(pool)
  await deleteOldRequests(pool)
  await deleteOldNoticeMailboxes(pool)
  await repeatDeletionEvents(pool)
}
