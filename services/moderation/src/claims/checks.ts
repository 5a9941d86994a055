import type { ProofMethod } from '@answerable/contracts/domain-proofs'
import { checkDomainProof, type ProofState } from '@answerable/contracts/domain-proofs'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Log } from '@answerable/service-kit/log'
import type { Relay } from '@answerable/service-kit/outbox/outbox'
import { readBusiness } from './businesses.ts'
import { needsReview, whyVoid } from './rules.ts'
import { type ClaimRow, endClaim, lockClaim, storeCheck, storeProved, watchAgain } from './store.ts'

type Options = {
  pool: Pool
  catalog: ServiceCall
  evidence: ServiceCall
  relay: Pick<Relay, 'wake'>
  log: Log
}

export type ClaimChecks = {
  /**
   * Looks for the published proof of a claim and stores the result. Resolves after the check, or after some seconds if
   * it takes longer; it then goes on.
   */
  run: (claim: ClaimRow, requestId: string) => Promise<void>
  /** Waits for the checks in progress. */
  stop: () => Promise<void>
}

/** The gateway waits for four seconds. */
const patienceMilliseconds = 2_500

export const openClaimChecks = (options: Options): ClaimChecks => {
  const running = new Set<Promise<void>>()
  return {
    run: async (claim, requestId) => {
      const check = lookAndStore(options, claim, requestId)
      const settled = check.then(
        () => {},
        (error: unknown) => options.log.warn({ err: error }, 'storing the check of a claim failed'),
      )
      running.add(settled)
      void settled.finally(() => running.delete(settled))
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMilliseconds)
      })
      await Promise.race([check, patience]).finally(() => clearTimeout(timer))
    },
    stop: async () => {
      await Promise.all(running)
    },
  }
}

const lookAndStore = async (
  options: Options,
  { id, method, domain, token }: ClaimRow,
  requestId: string,
): Promise<void> => {
  const state = await look(options, { claimId: id, method, domain, token }, requestId)
  await storeResult(options, { id, state }, requestId)
}

/** While the evidence service is away, the website counts as not reached. */
const look = async (
  { evidence }: Options,
  claim: Pick<ClaimRow, 'domain' | 'token' | 'method'> & { claimId: string },
  requestId: string,
): Promise<ProofState> => {
  const body = { ...claim, method: claim.method as ProofMethod }
  const result = await evidence(checkDomainProof, { body }, requestId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable')
      return { state: 'unreachable' as const }
    throw error
  })
  return result.state
}

/**
 * Stores the result of a check. A claim that is proved comes into force, or waits for an administrator. A claim for a
 * website that the business no longer has ends.
 */
export const storeResult = async (
  { pool, catalog, relay }: Pick<Options, 'pool' | 'catalog' | 'relay'>,
  { id, state }: { id: string; state: ProofState },
  requestId: string,
): Promise<void> => {
  await transaction(pool, async (db) => {
    const claim = await lockClaim(db, id)
    if (claim.state === 'ended') {
      if (state === 'found') await watchAgain(db, id)
      return
    }
    await storeCheck(db, id, state)
    if (claim.state !== 'open' || state !== 'found') return
    const business = await readBusiness({ catalog }, claim.business_id, requestId)
    const voided = whyVoid(claim.domain, business)
    if (voided !== null) await endClaim(db, claim, voided)
    else {
      const isNew = needsReview(business, new Date())
      await storeProved(db, { id, state: isNew ? 'review' : 'verified' })
    }
  })
  relay.wake()
}
