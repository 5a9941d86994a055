import type { EventPayload, passkeysReset } from '@answerable/contracts/events'
import { isRefusal } from '../decisions/execute.ts'
import { recordIntent } from '../decisions/record-intent.ts'
import type { Deps } from '../deps.ts'
import { operator } from './operator.ts'

/**
 * Logs a reset of passkeys that the operator has made at auth. It is recorded like a decision of an administrator:
 * auth returns the stored effect for its id, so that a repeated event changes nothing.
 */
export const logReset = async (
  deps: Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>,
  { decisionId, userId }: EventPayload<typeof passkeysReset>,
): Promise<void> => {
  try {
    await recordIntent(deps, {
      id: decisionId,
      kind: 'reset-passkeys',
      subject: { accountId: userId },
      boostValue: null,
      expectedVersion: null,
      heldUntil: null,
      intoId: null,
      expectedIntoVersion: null,
      appealId: null,
      reasonCode: null,
      note: null,
      moderator: operator,
      requestId: decisionId,
    })
  } catch (error) {
    // The account was deleted in the meantime.
    if (!isRefusal(error)) throw error
  }
}
