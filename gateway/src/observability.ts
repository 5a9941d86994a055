import { type BackendName, serviceNames } from '@answerable/contracts/route'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import type { ResponseCache } from './cache/response-cache.ts'
import type { Breaker } from './upstream/breaker.ts'
import type { Upstream } from './upstream/upstream.ts'

/** Reports instances and breakers of the services. */
export const measureUpstreams = (
  metrics: Metrics,
  watched: {
    upstreams: Readonly<Record<BackendName, Pick<Upstream, 'replicas'>>>
    breakers: Readonly<Record<BackendName, Breaker>>
  },
): void => {
  const each = (read: (name: BackendName) => number) => () =>
    (Object.keys(watched.upstreams) as BackendName[]).map((upstream) => ({
      labels: { upstream },
      value: read(upstream),
    }))
  metrics.gauge(
    {
      name: 'answerable_upstream_instances',
      help: 'Instances of a service found by DNS.',
      labels: ['upstream'],
    },
    each((name) => watched.upstreams[name].replicas.size()),
  )
  metrics.gauge(
    {
      name: 'answerable_upstream_breaker_open',
      help: 'Whether the circuit breaker of a service is open.',
      labels: ['upstream'],
    },
    each((name) => (watched.breakers[name].isOpen() ? 1 : 0)),
  )
}

/** Reports the results of anonymous reads. */
export const measureResponses = (metrics: Metrics, { counts, bytes }: ResponseCache): void => {
  metrics.total(
    {
      name: 'answerable_kept_answers_total',
      help: 'Anonymous reads, by result: from the cache (hits), from the service (misses), sharing a request in flight (joined), or with an expired response (stale).',
      labels: ['result'],
    },
    () => Object.entries(counts).map(([result, value]) => ({ labels: { result }, value })),
  )
  metrics.gauge(
    { name: 'answerable_kept_answers_bytes', help: 'Maximum memory for cached responses.' },
    bytes,
  )
}

export const retryCounter = (metrics: Metrics): ((upstream: BackendName) => void) => {
  const count = metrics.counter({
    name: 'answerable_upstream_retries_total',
    help: 'Requests to a service that were retried.',
    labels: ['upstream'],
    known: serviceNames.filter((name) => name !== 'gateway').map((upstream) => ({ upstream })),
  })
  return (upstream) => count({ upstream })
}
