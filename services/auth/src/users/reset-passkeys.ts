import { randomUUID } from 'node:crypto'
import { passkeysReset } from '@answerable/contracts/events'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'
import { applyReset } from '../accounts/decide.ts'
import { lockForDecision } from '../accounts/store.ts'
import { findUserByEmail } from './store.ts'

/**
 * Resets the passkeys of an administrator for the operator, as a decision that moderation logs when it gets the event.
 * False if this address belongs to no administrator.
 */
export const resetPasskeys = (pool: Pool, email: string): Promise<boolean> =>
  transaction(pool, async (db) => {
    const user = await findUserByEmail(db, email)
    if (user === null) return false
    const { current } = await lockForDecision(db, user.id)
    if (current === null || !current.isAdmin) return false
    const decisionId = randomUUID()
    await applyReset(db, current, { decisionId, requestId: null })
    const payload = { decisionId, userId: current.id }
    await appendEvent(db, passkeysReset, { payload, requestId: null })
    return true
  })
