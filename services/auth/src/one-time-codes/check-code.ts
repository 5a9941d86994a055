import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'
import { codeMacOf, equalHashes, hashOf } from '../secrets.ts'
import { mailboxOf } from '../users/mailboxes.ts'
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
  /** The cookie of the browser that requested the mail. Undefined: the code is entered in another browser. */
  flowSecret: string | undefined
  purpose: FlowPurpose
  /** Where the code is entered: `knownAs` if the account was signed in there before. Null within a session. */
  browser: { network: string; knownAs: string | null } | null
}

/** A correct code: its flow, and the charges of the attempt. */
export type RightCode = { target: CodeTarget; charges: readonly Charge[] }

type Stores = Pick<Deps, 'config' | 'pool' | 'log'>

/**
 * Counts the try and then compares the code with that of its flow, so that parallel guesses get no additional tries.
 * Throws `invalid_code`, or `code_exhausted` if nothing was compared.
 */
export const checkCode = async (deps: Stores, attempt: CodeAttempt): Promise<RightCode> => {
  const { flowSecret, email, purpose } = attempt
  const charges = chargesOf(deps.config.CODE_KEY, attempt)
  const target =
    flowSecret === undefined
      ? await countElsewhere(deps, { email, charges })
      : await countHere(deps, { flow: { cookieHash: hashOf(flowSecret), email, purpose }, charges })
  // Without a flow the same is computed, so that the response takes the same time.
  const { flowId, codeMac } = target ?? { flowId: 'none', codeMac: '' }
  const isRight = equalHashes(codeMacOf(deps.config.CODE_KEY, flowId, attempt.code), codeMac)
  if (target === null || !isRight) throw new AppError('invalid_code')
  return { target, charges }
}

/** The budgets that a try is charged to before the comparison. */
const chargesOf = (codeKey: Buffer, attempt: CodeAttempt): Charge[] => {
  const { flowSecret, browser } = attempt
  const mailbox = mailboxOf(attempt.email)
  const charge = (budget: BudgetName, subject: string) => chargeOf(codeKey, budget, subject)
  // Guesses at a deletion code from a stolen session must not lock the owner out of sign-in.
  if (attempt.purpose === 'claim') {
    // Any address at a domain proves it, so that guesses are counted by domain.
    const domain = attempt.email.slice(attempt.email.lastIndexOf('@') + 1)
    return [charge('wrong codes about claims', domain)]
  }
  if (browser === null) return [charge('wrong codes about deletion', mailbox)]
  if (browser.knownAs !== null) {
    const own = `${browser.knownAs} ${mailbox}`
    return [
      charge('wrong codes in known browser', own),
      charge('wrong codes in known browser since success', own),
    ]
  }
  const shared = [
    charge('wrong codes', mailbox),
    charge('wrong codes from network', `${browser.network} ${mailbox}`),
    charge('wrong codes since success', mailbox),
  ]
  if (flowSecret !== undefined) return shared
  return [
    ...shared,
    charge('codes elsewhere', mailbox),
    charge('wrong codes elsewhere, network', browser.network),
    charge('wrong codes elsewhere, whole site', ''),
  ]
}

/** The requesting browser uses the tries of its flow, which others cannot use up. */
const countHere = (
  deps: Stores,
  { flow, charges }: { flow: FlowKey; charges: readonly Charge[] },
): Promise<CodeTarget | null> =>
  transaction(deps.pool, async (db) => {
    const target = await countTry(db, flow)
    if (target === null) {
      throw new AppError((await isWornOut(db, flow)) ? 'code_exhausted' : 'invalid_code')
    }
    await spendOrRefuse(deps, { db, charges })
    return target
  })

const countElsewhere = (
  deps: Stores,
  { email, charges }: { email: string; charges: readonly Charge[] },
): Promise<CodeTarget | null> =>
  transaction(deps.pool, async (db) => {
    await spendOrRefuse(deps, { db, charges })
    return findNewestFlow(db, email)
  })

const spendOrRefuse = async (
  { log }: Pick<Stores, 'log'>,
  { db, charges }: { db: Db; charges: readonly Charge[] },
): Promise<void> => {
  const verdict = await spend(db, charges)
  if (verdict.kind === 'granted') return
  log.info({ budget: verdict.budget }, 'sign-in budget exhausted')
  throw new AppError('code_exhausted')
}
