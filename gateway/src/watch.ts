import type { BackendName } from '@answerable/contracts/route'
import type { Metrics } from '@answerable/service-kit/metrics'
import type { Breaker } from './calls/breaker.ts'
import type { Upstream } from './calls/upstream.ts'

/** Tells of the services as the gateway sees them. */
export const measureUpstreams = (
  metrics: Metrics,
  watched: {
    upstreams: Readonly<Record<BackendName, Upstream>>
    breakers: Readonly<Record<BackendName, Breaker>>
  },
): void => {
  const each = (valueOf: (name: BackendName) => number) => () =>
    (Object.keys(watched.upstreams) as BackendName[]).map((upstream) => ({
      labels: { upstream },
      value: valueOf(upstream),
    }))
  metrics.gauge(
    {
      name: 'answerable_upstream_instances',
      help: 'Instances of a service that its name leads to.',
      labels: ['upstream'],
    },
    each((name) => watched.upstreams[name].replicas.size()),
  )
  metrics.gauge(
    {
      name: 'answerable_upstream_breaker_open',
      help: 'Whether calls to a service are refused because too many have failed.',
      labels: ['upstream'],
    },
    each((name) => (watched.breakers[name].isOpen() ? 1 : 0)),
  )
}

export const retryCounter = (metrics: Metrics): ((upstream: BackendName) => void) => {
  const count = metrics.counter({
    name: 'answerable_upstream_retries_total',
    help: 'Calls to a service that were made a second time.',
    labels: ['upstream'],
  })
  return (upstream) => count({ upstream })
}
