import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'

export type BusMessage = {
  /**
   * Id of the outbox row, or a hash of the ids of several that share the message. A second publish with the same id
   * within ten minutes has no effect.
   */
  readonly id: string
  readonly subject: string
  /** Any JSON value. */
  readonly payload: unknown
  readonly requestId: string | null
  /** Identifies the publishing span (W3C Trace Context). */
  readonly traceparent?: string | undefined
}

export type Delivery<Payload> = {
  readonly id: string
  readonly payload: Payload
  readonly requestId: string | null
  readonly traceparent?: string | undefined
  /** From 1 to 8. */
  readonly attempt: number
}

/**
 * A group receives each event once, in any of its instances, including events published while no instance
 * was connected. With `everyInstanceOf`, each instance receives each event published after its
 * subscription.
 */
export type Audience = { readonly group: string } | { readonly everyInstanceOf: string }

/** An event that an audience failed to apply. */
export type DeadLetter = {
  readonly message: BusMessage
  /** The group's name, or 'every …' for all instances of a service. */
  readonly audience: string
  readonly attempts: number
  readonly error: unknown
}

/**
 * Delivers events at least once and in any order; handlers drop events that are not newer than their state.
 * When a handler throws, the event is redelivered after a growing delay, up to 8 attempts. After the last
 * attempt, or at once if the payload does not match its schema, the event becomes a dead letter: the bus
 * publishes `eventDied` to the event's owner before it acknowledges the event.
 */
export type Bus = {
  /**
   * Resolves once the event is durable: on disk with NATS, applied by every handler (or dead) in process.
   * Otherwise rejects within seconds; the same message may then be published again.
   */
  publish: (message: BusMessage) => Promise<void>
  /** Resolves once the subscription exists; waits while the bus is unavailable. */
  subscribe: <E extends EventDefinition>(
    event: E,
    audience: Audience,
    handle: (delivery: Delivery<EventPayload<E>>) => Promise<void>,
  ) => Promise<void>
  isConnected: () => boolean
  /** Accepts no new events and resolves once running handlers have finished. */
  close: () => Promise<void>
}

export type BusOptions = {
  readonly log: Log
  readonly metrics?: Metrics
  /** Called for each dead letter. */
  readonly onDeadLetter?: (letter: DeadLetter) => void
  /** Delays after the first, second, … failed attempt; the last one repeats. */
  readonly retryDelaysMilliseconds?: readonly number[]
}
