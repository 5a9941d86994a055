import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'
import { codeMacOf, equalHashes, hashOf } from '../secrets.ts'
import type { BudgetName } from './budget-rules.ts'
import { type Charge, chargeOf, spend } from './budgets.ts'
import {
  type CodeTarget,
  countTry,
  type FlowKey,
  type FlowPurpose,
  findNewestFlow,
  isWornOut,
} from './flows.ts'

export type CodeAttempt = {
  email: string
  code: string
  /** The cookie of the browser that asked for the mail; without it the code is tried from elsewhere. */
  flowSecret: string | undefined
  purpose: FlowPurpose
}

/** A right code: the flow it ends, and what the attempt was charged before it was known to be right. */
export type RightCode = { target: CodeTarget; charges: readonly Charge[] }

type Stores = Pick<Deps, 'config' | 'pool' | 'log'>

/**
 * Compares a code with the one of its flow after counting the try, so that no number of parallel
 * guesses gets more tries. Throws `invalid_code`, or `code_exhausted` when nothing was compared.
 */
export const checkCode = async (deps: Stores, attempt: CodeAttempt): Promise<RightCode> => {
  const { flowSecret, ...given } = attempt
  const { target, charges } =
    flowSecret === undefined
      ? await countElsewhere(deps, given)
      : await countHere(deps, { ...given, cookieHash: hashOf(flowSecret) })
  // Without a flow the same is computed, so that the answer takes the same time.
  const { flowId, codeMac } = target ?? { flowId: 'none', codeMac: '' }
  const isRight = equalHashes(codeMacOf(deps.config.CODE_KEY, flowId, attempt.code), codeMac)
  if (target === null || !isRight) throw new AppError('invalid_code')
  return { target, charges }
}

type Counted = { target: CodeTarget | null; charges: readonly Charge[] }

/** Tries of the browser that asked are the flow's own: strangers cannot use them up. */
const countHere = (deps: Stores, flow: FlowKey): Promise<Counted> =>
  transaction(deps.pool, async (db) => {
    const target = await countTry(db, flow)
    if (target === null) {
      throw new AppError((await isWornOut(db, flow)) ? 'code_exhausted' : 'invalid_code')
    }
    const charges = budgetsHere[flow.purpose].map((budget) =>
      chargeOf(deps.config.CODE_KEY, budget, flow.email),
    )
    await spendOrRefuse(deps, { db, charges })
    return { target, charges }
  })

/** Who has stolen a session and guesses at the code that deletes the account must not lock its owner out. */
const budgetsHere = {
  'sign-in': ['wrong codes', 'wrong codes since success'],
  deletion: ['wrong codes about deletion'],
} as const satisfies Record<FlowPurpose, readonly BudgetName[]>

const countElsewhere = (deps: Stores, { email }: { email: string }): Promise<Counted> =>
  transaction(deps.pool, async (db) => {
    const charges = [
      chargeOf(deps.config.CODE_KEY, 'codes elsewhere', email),
      chargeOf(deps.config.CODE_KEY, 'wrong codes', email),
      chargeOf(deps.config.CODE_KEY, 'wrong codes since success', email),
      chargeOf(deps.config.CODE_KEY, 'wrong codes elsewhere, whole site', ''),
    ]
    await spendOrRefuse(deps, { db, charges })
    return { target: await findNewestFlow(db, email), charges }
  })

const spendOrRefuse = async (
  { log }: Pick<Stores, 'log'>,
  { db, charges }: { db: Db; charges: readonly Charge[] },
): Promise<void> => {
  const verdict = await spend(db, charges)
  if (verdict.kind === 'granted') return
  log.info({ budget: verdict.budget }, 'a sign-in budget is used up')
  throw new AppError('code_exhausted')
}
