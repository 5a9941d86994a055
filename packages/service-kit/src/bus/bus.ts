import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'

export type BusMessage = {
  /** Id of the outbox row: publishing it again within ten minutes changes nothing. */
  readonly id: string
  readonly subject: string
  /** Anything that JSON can carry. */
  readonly payload: unknown
  readonly requestId: string | null
  /** Of the span that publishes it (W3C Trace Context). */
  readonly traceparent?: string | undefined
}

export type Delivery<Payload> = {
  readonly id: string
  readonly payload: Payload
  readonly requestId: string | null
  readonly traceparent?: string | undefined
  /** 1 at first, 8 at last. */
  readonly attempt: number
}

/**
 * A group gets each event once, whichever of its instances takes it, also those published while none
 * was there. With `everyInstanceOf` each instance gets each event from the subscription on.
 */
export type Audience = { readonly group: string } | { readonly everyInstanceOf: string }

/** An event that an audience could not apply. */
export type DeadLetter = {
  readonly message: BusMessage
  /** The group's name, or 'every …' for the instances of a service. */
  readonly audience: string
  readonly attempts: number
  readonly error: unknown
}

/**
 * Carries events at least once and in no promised order: handlers drop what is not newer than what they
 * hold. A handler that throws gets the event again after a growing delay, 8 times in all; then, or at
 * once when the payload does not fit its schema, the event becomes a dead letter: the bus publishes it as
 * `eventDied` to the event's owner, and is done with the event only once that is published.
 */
export type Bus = {
  /**
   * Resolves once the event cannot be lost: on disk with NATS, applied by every handler (or dead) in
   * process. Otherwise rejects within seconds; the same message may then be published again.
   */
  publish: (message: BusMessage) => Promise<void>
  /** Resolves once the subscription stands; waits for as long as the bus is away. */
  subscribe: <E extends EventDefinition>(
    event: E,
    audience: Audience,
    handle: (delivery: Delivery<EventPayload<E>>) => Promise<void>,
  ) => Promise<void>
  isConnected: () => boolean
  /** Takes nothing new and resolves once the handlers under way are done. */
  close: () => Promise<void>
}

export type BusOptions = {
  readonly log: Log
  readonly metrics?: Metrics
  /** Told of each event that has become a dead letter. */
  readonly onDeadLetter?: (letter: DeadLetter) => void
  /** Waits after the first, second, ... failed attempt; the last one repeats. */
  readonly retryDelaysMilliseconds?: readonly number[]
}
