import { checkDomainProof, forgetDomainProof } from '@answerable/contracts/domain-proofs'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { lookUpProof } from './look-up.ts'
import { forgetProof, storeFoundProof } from './store.ts'

/** The gateway waits for 4 seconds. */
const lookUpMilliseconds = 2_500

export const proofs = (
  router: Router,
  { pool, fetching, relay }: Pick<Deps, 'pool' | 'fetching' | 'relay'>,
): void => {
  serve(router, checkDomainProof, async ({ body: { claimId, ...proof } }) => {
    const state =
      fetching === null ? 'unreachable' : await lookUpProof(fetching, proof, lookUpMilliseconds)
    if (state === 'found') {
      await storeFoundProof(pool, claimId, proof)
      relay.wake()
    }
    return { state, checkedAt: new Date().toISOString() }
  })

  serve(router, forgetDomainProof, async ({ params }) => {
    await forgetProof(pool, params.id)
    return undefined
  })
}
