import { resolveSession } from '@answerable/contracts/sessions'
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

/** Resolves sessions at auth. Throws `account_suspended` unless the lookup includes suspended accounts. */
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
  const resolve: ResolveSession = async (sessionHash, { requestId, evenSuspended = false }) => {
    const { suspended, viewer } = await guarded(breaker, () =>
      call(resolveSession, { body: { sessionHash, evenSuspended } }, requestId),
    )
    if (suspended && !evenSuspended) throw new AppError('account_suspended')
    return viewer
  }
  return config.RATE_LIMITS === 'on' ? limitSessionGuesses(resolve, good) : resolve
}
