import { resolveSession, resolveSessions } from '@answerable/contracts/sessions'
import { batchLoader } from '@answerable/service-kit/batch-loader'
import type { LoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { AppError } from '@answerable/service-kit/errors'
import type { Tracing } from '@answerable/service-kit/observability/tracing'
import type { Config } from '../config.ts'
import { type Breaker, guarded } from '../upstream/breaker.ts'
import {
  type GoodSessions,
  limitSessionGuesses,
  type ResolveSession,
} from './session-guess-limit.ts'

const timeoutMilliseconds = 1_000

type PendingLookup = { sessionHash: string; requestId: string }
const noLookup: PendingLookup = { sessionHash: '', requestId: '' }

/**
 * Resolves sessions at auth, those of one turn of the event loop with one call under the first request's id. Throws
 * `account_suspended` unless the lookup includes suspended accounts.
 */
export const sessionResolver = (
  config: Pick<Config, 'PASSPORT_KEYS' | 'RATE_LIMITS'>,
  {
    replicas,
    breaker,
    tracing,
    good,
  }: { replicas: LoadBalancer; breaker: Breaker; tracing: Tracing | null; good: GoodSessions },
): ResolveSession => {
  const call = serviceCaller({
    issuer: 'gateway',
    replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds,
    tracing,
  })
  const resolveMany = batchLoader(async (lookups: readonly PendingLookup[]) => {
    const sessionHashes = lookups.map(({ sessionHash }) => sessionHash)
    const [{ sessionHash, requestId } = noLookup] = lookups
    if (lookups.length === 1) {
      return [
        await guarded(breaker, () => call(resolveSession, { body: { sessionHash } }, requestId)),
      ]
    }
    const { sessions } = await guarded(breaker, () =>
      call(resolveSessions, { body: { sessionHashes } }, requestId),
    )
    return sessions
  })

  const resolve: ResolveSession = async (sessionHash, { requestId, evenSuspended = false }) => {
    if (evenSuspended) {
      const body = { sessionHash, evenSuspended }
      return (await guarded(breaker, () => call(resolveSession, { body }, requestId))).viewer
    }
    const { suspended, viewer } = await resolveMany({ sessionHash, requestId })
    if (suspended) throw new AppError('account_suspended')
    return viewer
  }
  return config.RATE_LIMITS === 'on' ? limitSessionGuesses(resolve, good) : resolve
}
