import { checkClaimCode, sendClaimCode } from '@answerable/contracts/claims'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/outbox.ts'
import { chargeOf, refund, spend } from '../one-time-codes/budgets.ts'
import { checkCode } from '../one-time-codes/check-code.ts'
import { createFlow, findFlowAddress, forgetFlow, redeemCode } from '../one-time-codes/flows.ts'
import { hashOf } from '../secrets.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { addressAt } from './rules.ts'

type UsedDeps = Pick<Deps, 'config' | 'pool' | 'mailSender' | 'log'>

/** Codes that prove an address at the domain of a business. No other service knows the address. */
export const claimCodes = (router: Router, deps: UsedDeps): void => {
  const { config, pool, mailSender } = deps
  const charge = (budget: Parameters<typeof chargeOf>[1], subject: string) =>
    chargeOf(config.CODE_KEY, budget, subject)

  serve(router, sendClaimCode, async ({ body: { claimId, userId, domain, address }, log }) => {
    const email = addressAt(domain, address)
    const cookieHash = hashOf(flowSecretOf(claimId))
    await transaction(pool, async (db) => {
      const verdict = await spend(db, [
        charge('mails about claims', mailboxOf(email)),
        charge('mails about claims of account', userId),
        charge('mails about claims to domain', domain),
      ])
      if (verdict.kind === 'refused') {
        log.info({ budget: verdict.budget }, 'claim code not sent, budget exhausted')
        throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
      }
      await forgetFlow(db, cookieHash)
      await queueMail(db, await createFlow(db, { email, cookieHash, purpose: 'claim' }))
    })
    mailSender.wake()
    return undefined
  })

  serve(router, checkClaimCode, async ({ body: { claimId, code }, log }) => {
    const flowSecret = flowSecretOf(claimId)
    const email = await findFlowAddress(pool, { cookieHash: hashOf(flowSecret), purpose: 'claim' })
    if (email === null) throw new AppError('invalid_code')
    const domain = email.slice(email.lastIndexOf('@') + 1)
    const attempt = { email, code, flowSecret, purpose: 'claim' as const, browser: null }
    const { target, charges } = await checkCode({ config, pool, log }, attempt).catch(plainly)
    await transaction(pool, async (db) => {
      if ((await redeemCode(db, target)) === null) throw new AppError('invalid_code')
      await refund(db, charges)
    })
    return { domain: new URL(`http://${domain}`).hostname }
  })
}

/** Used in place of the cookie of sign-in flows. Flows are also found by purpose, so that no cookie opens this one. */
const flowSecretOf = (claimId: string): string => `claim ${claimId}`

/** The usual sentence is about sign-in mails. */
const plainly = (error: unknown): never => {
  if (error instanceof AppError && error.code === 'code_exhausted')
    throw new AppError('code_exhausted', {
      message:
        'Too many wrong codes. Please start again later, or prove the domain in another way.',
    })
  throw error
}
