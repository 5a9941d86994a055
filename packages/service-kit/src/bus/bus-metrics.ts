import type { Metrics } from '../observability/metrics.ts'
import type { BusOptions } from './bus.ts'
import type { Consumption } from './nats-subscription.ts'

/** Counts each dead letter, then calls the given `onDeadLetter`. */
export const countDeadLetters = ({
  metrics,
  onDeadLetter,
}: BusOptions): Pick<BusOptions, 'onDeadLetter'> => {
  if (metrics === undefined) return {}
  const count = metrics.counter({
    name: 'answerable_dead_letters_total',
    help: 'Failed attempts to apply an event, by audience.',
    labels: ['event', 'audience'],
  })
  return {
    onDeadLetter: (letter) => {
      count({ event: letter.message.subject, audience: letter.audience })
      onDeadLetter?.(letter)
    },
  }
}

/** Measures the connection to NATS and the backlog of every consumer as reported by the server. */
export const measureConsumers = (
  metrics: Metrics,
  bus: { isConnected: () => boolean; consumptions: readonly Consumption[] },
): void => {
  metrics.gauge({ name: 'answerable_bus_up', help: 'Whether NATS is connected.' }, () =>
    bus.isConnected() ? 1 : 0,
  )
  metrics.gauge(
    {
      name: 'answerable_consumer_events',
      help: 'Events of a consumer that are not yet delivered (pending), not yet acknowledged, or redelivered.',
      labels: ['event', 'audience', 'state'],
    },
    async () => {
      if (!bus.isConnected()) return []
      const standings = await Promise.all(
        bus.consumptions.map(({ standing }) => standing().catch(() => null)),
      )
      return standings
        .filter((standing) => standing !== null)
        .flatMap(({ event, audience, ...states }) =>
          Object.entries(states).map(([state, value]) => ({
            labels: { event, audience, state },
            value,
          })),
        )
    },
  )
}
