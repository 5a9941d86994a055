import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'
import { equalHashes, hashOf, keyedHash } from '../secrets.ts'
import type { BudgetName } from './budget-rules.ts'
import { type Charge, chargeOf, spend } from './budgets.ts'
import { type CodeTarget, countTry, findNewestFlow, isWornOut } from './flows.ts'

export type CodeAttempt = {
  email: string
  code: string
  /** The cookie of the browser that asked for the mail; without it the code is tried from elsewhere. */
  flowSecret: string | undefined
}

/** A right code: the flow it ends, and what the attempt was charged before it was known to be right. */
export type RightCode = { target: CodeTarget; charges: readonly Charge[] }

type Stores = Pick<Deps, 'config' | 'pool' | 'log'>

/** What is kept of a code; bound to its flow, so that equal codes are not seen to be equal. */
export const codeMacOf = (codeKey: Buffer, flowId: string, code: string): string =>
  keyedHash(codeKey, 'code', `${flowId} ${code}`)

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
  // An address without a flow is compared too: the answer takes the same time.
  const { flowId, codeMac } = target ?? { flowId: 'none', codeMac: '' }
  const isRight = equalHashes(codeMacOf(deps.config.CODE_KEY, flowId, attempt.code), codeMac)
  if (target === null || !isRight) throw new AppError('invalid_code')
  return { target, charges }
}

type Counted = { target: CodeTarget | null; charges: readonly Charge[] }

/** Tries of the browser that asked are the flow's own: strangers cannot use them up. */
const countHere = async (
  deps: Stores,
  flow: { cookieHash: string; email: string },
): Promise<Counted> => {
  const target = await countTry(deps.pool, flow)
  if (target === null) {
    const isExhausted = await isWornOut(deps.pool, flow)
    throw new AppError(isExhausted ? 'code_exhausted' : 'invalid_code')
  }
  const charges = await spendOn(deps, flow.email, ['wrong codes', 'wrong codes since success'])
  return { target, charges }
}

const countElsewhere = async (deps: Stores, { email }: { email: string }): Promise<Counted> => {
  const charges = await spendOn(deps, email, [
    'codes elsewhere',
    'wrong codes',
    'wrong codes since success',
    'wrong codes elsewhere, whole site',
  ])
  return { target: await findNewestFlow(deps.pool, email), charges }
}

const spendOn = async (
  { config, pool, log }: Stores,
  email: string,
  names: readonly BudgetName[],
): Promise<readonly Charge[]> => {
  const charges = names.map((name) =>
    chargeOf(config.CODE_KEY, name, name.endsWith('whole site') ? '' : email),
  )
  const verdict = await transaction(pool, (db) => spend(db, charges))
  if (verdict.kind === 'granted') return charges
  log.info({ budget: verdict.budget }, 'a sign-in budget is used up')
  throw new AppError('code_exhausted')
}
