import { decisionApplied, decisionLogged } from '@answerable/contracts/events'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { appendEvent, type Relay } from '@answerable/service-kit/outbox/outbox'
import { settleAppeals } from '../appeals/store.ts'
import { loggedEventOf } from '../log/logged-event.ts'
import { payloadOf } from '../log/payload.ts'
import { appendToAuditLog, lockLog } from '../log/store.ts'
import { applyToNotice, effectOnNotice, type NoticeEffect } from '../notices/decide.ts'
import { appliedEventOf } from './applied-event.ts'
import { applyAtOwner, type Effect, type Owners } from './apply-at-owner.ts'
import { type Decision, findPendingBefore, markApplied, markRefused } from './store.ts'

export type ExecutionDeps = Owners & { relay: Pick<Relay, 'wake'> }

/**
 * Applies a decision and appends it to the log, once for any number of concurrent callers. Earlier pending decisions
 * about the same subject come first, so that they never overwrite a later one. Throws the refusal; after any other
 * error the decision stays pending.
 */
export const executeDecision = async (deps: ExecutionDeps, decision: Decision): Promise<Effect> => {
  for (const earlier of await findPendingBefore(deps.pool, decision)) {
    await settle(deps, earlier).catch(ignoreRefusal)
  }
  return settle(deps, decision)
}

/** Whether a service said no, rather than nothing. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500

const settle = async (deps: ExecutionDeps, decision: Decision): Promise<Effect> => {
  try {
    const effect = await effectOf(deps, decision)
    await recordApplied(deps.pool, decision, effect)
    deps.relay.wake()
    return effect
  } catch (error) {
    if (isRefusal(error)) await markRefused(deps.pool, decision.id, error.code)
    throw error
  }
}

/** This service owns notices; all other subjects belong to other services. */
const effectOf = (deps: ExecutionDeps, decision: Decision): Promise<Effect> => {
  const { subject } = decision
  return 'subjectId' in subject && subject.subjectKind === 'notice'
    ? effectOnNotice(deps.pool, decision, subject.subjectId)
    : applyAtOwner(deps, decision)
}

const recordApplied = (pool: Pool, decision: Decision, effect: Effect): Promise<void> =>
  transaction(pool, async (db) => {
    await lockLog(db)
    if (!(await markApplied(db, decision.id))) return
    const logged = await appendToAuditLog(db, payloadOf(decision, effect, effect))
    const { requestId } = decision
    await appendEvent(db, decisionLogged, { payload: loggedEventOf(logged), requestId })
    // The notifier has no account, and no other event says anything about notices.
    if (isAboutNotice(effect)) return applyToNotice(db, decision, effect)
    const settlement = await settleAppeals(db, decision)
    const payload = appliedEventOf(decision, effect, settlement)
    await appendEvent(db, decisionApplied, { payload, requestId })
  })

const ignoreRefusal = (error: unknown): void => {
  if (!isRefusal(error)) throw error
}

const isAboutNotice = (effect: Effect): effect is NoticeEffect => effect.subject.kind === 'notice'
