import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@answerable/contracts/errors'
import { isUniqueViolation } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { HandlerRequest } from '@answerable/service-kit/http/serve'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Effect } from './apply-at-owner.ts'
import { conflictWith } from './conflicts.ts'
import { executeDecision, isRefusal } from './execute.ts'
import { isSameDecision } from './rules.ts'
import { type Decision, findDecision, insertDecision, type NewDecision } from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** The fields that every decision takes from its request. An Idempotency-Key becomes its id. */
export const intentOf = (request: {
  header: HandlerRequest<never>['header']
  viewer: { id: string; username: string }
  body: { reasonCode?: NewDecision['reasonCode'] | undefined; note?: string | undefined }
  requestId: string
}) => ({
  id: decisionIdOf(request.header('idempotency-key')),
  moderator: { id: request.viewer.id, username: request.viewer.username },
  reasonCode: request.body.reasonCode ?? null,
  note: request.body.note || null,
  requestId: request.requestId,
  boostValue: null,
  expectedVersion: null,
  heldUntil: null,
  intoId: null,
  expectedIntoVersion: null,
  appealId: null,
})

const uuid = z.uuid()

const decisionIdOf = (key: string | undefined): string => {
  if (key === undefined) return randomUUID()
  if (uuid.safeParse(key).success) return key.toLowerCase()
  throw new AppError('invalid_request', { fields: { 'Idempotency-Key': 'This must be a UUID.' } })
}

/**
 * Stores the intent of an administrator and resolves once it is applied and logged. A repeat with the same id returns
 * the first effect; `check` runs only for the first. Throws the refusal, or `unavailable` if the reconciler must
 * finish the decision.
 */
export const recordIntent = async (
  deps: UsedDeps,
  intent: NewDecision,
  check: () => Promise<void> = async () => {},
): Promise<Effect> => {
  const decision = await keepIntent(deps, intent, check)
  if (decision.refusal !== null) throw await refusalOf(deps, decision, decision.refusal)
  try {
    const effect = await executeDecision(deps, decision)
    deps.log.info({ decisionId: decision.id, kind: decision.kind }, 'decision applied')
    return effect
  } catch (error) {
    if (!isRefusal(error)) throw postponed(error)
    throw await refusalOf(deps, decision, error.code)
  }
}

const refusalOf = async (
  { pool }: UsedDeps,
  decision: Decision,
  code: ErrorCode,
): Promise<AppError> =>
  code === 'decision_conflict' ? conflictWith(pool, decision) : new AppError(code)

const keepIntent = async (
  { pool }: UsedDeps,
  intent: NewDecision,
  check: () => Promise<void>,
): Promise<Decision> => {
  const known = await findDecision(pool, intent.id)
  if (known === null) await check()
  const decision = known ?? (await insert(pool, intent)) ?? (await findDecision(pool, intent.id))
  if (decision === null) throw new Error('a decision was neither inserted nor found')
  if (!isSameDecision(decision, intent)) throw new AppError('idempotency_mismatch')
  return decision
}

const insert = async (pool: UsedDeps['pool'], intent: NewDecision): Promise<Decision | null> => {
  try {
    return await insertDecision(pool, intent)
  } catch (error) {
    if (!isUniqueViolation(error, 'one_settlement_per_appeal')) throw error
    throw new AppError('appeal_settled')
  }
}

const postponed = (cause: unknown): AppError =>
  new AppError('unavailable', {
    message: 'Your decision is saved and will take effect as soon as the site can apply it.',
    retryAfterSeconds: 2,
    cause,
  })
