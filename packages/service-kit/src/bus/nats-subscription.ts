import { setTimeout as pause } from 'node:timers/promises'
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { traceparentHeader } from '../observability/tracing.ts'
import type { BusMessage } from './bus.ts'
import { audienceName, type DeliveryOptions, deliver, type Subscription } from './delivery.ts'
import type { NatsLink, NatsSession } from './nats-connection.ts'
import { sourceOf } from './nats-consumers.ts'
import { declareStream, forgetStream, hasCode } from './nats-streams.ts'

export const requestIdHeader = 'Request-Id'

const handlersAtOnce = 16
/** Small, because buffered events cannot go to another instance. */
const bufferedMessages = 32
const pullMilliseconds = 10_000
const retryMilliseconds = 250
const streamNotFound = 10059

/** The backlog of a consumer as reported by the server. */
export type Standing = {
  event: string
  audience: string
  /** Not yet delivered. */
  pending: number
  /** Delivered and not yet acknowledged. */
  unacknowledged: number
  /** Delivered more than once and not yet acknowledged. */
  redelivered: number
}

export type Consumption = {
  /**
   * Resolves when the server has the subscription for the first time, or when a group finds that the
   * events' owner has never started.
   */
  established: Promise<void>
  /** Null while the consumer does not exist. */
  standing: () => Promise<Standing | null>
  stop: () => Promise<void>
}

/** Continues after the loss of the connection, the stream or the consumer. */
export const consume = (
  link: NatsLink,
  subscription: Subscription,
  options: DeliveryOptions,
): Consumption => {
  const { subject, audience } = subscription
  const source = sourceOf(subject, audience)
  const stopping = new AbortController()
  const established = Promise.withResolvers<void>()
  const underWay = new Set<Promise<void>>()
  let hasWarned = false
  let current: Consumer | null = null

  const handle = async (message: JsMsg): Promise<void> => {
    const outcome = await deliver(
      subscription,
      { message: read(message), attempt: message.info.deliveryCount },
      options,
    )
    if (outcome.done) source.done(message.seq)
    answer(message, outcome.done ? 'ack' : outcome.retryInMilliseconds)
  }

  const work = async (messages: ConsumerMessages): Promise<void> => {
    for await (const message of messages) {
      if (stopping.signal.aborted) {
        answer(message, 0)
        continue
      }
      source.received(message.seq)
      const job = handle(message).finally(() => underWay.delete(job))
      underWay.add(job)
      while (underWay.size >= handlersAtOnce) await Promise.race(underWay)
    }
  }

  const consumeDuring = async (session: NatsSession): Promise<void> => {
    await declareStream(session, subject)
    const consumer = await source.open(session)
    current = consumer
    const messages = await consumer.consume({
      max_messages: bufferedMessages,
      expires: pullMilliseconds,
      abort_on_missing_resource: true,
    })
    const end = (): void => void messages.close()
    const ended = AbortSignal.any([session.ended, stopping.signal])
    if (ended.aborted) end()
    else ended.addEventListener('abort', end, { once: true })
    established.resolve()
    hasWarned = false
    await work(messages)
  }

  const keepConsuming = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const session = await link.nextSession(stopping.signal)
      if (session === null) break
      try {
        await consumeDuring(session)
      } catch (error) {
        forgetStream(session, subject)
        // No event was ever published, so the group misses none: its consumer will start with the first.
        if ('group' in audience && hasCode(error, streamNotFound)) established.resolve()
        if (!hasWarned)
          options.log.warn({ err: error, subject }, 'event subscription failed, will be retried')
        hasWarned = true
        await pause(retryMilliseconds, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    established.reject(new Error('the NATS connection is closed'))
    await Promise.all(underWay)
  }

  established.promise.catch(() => {})
  const running = keepConsuming()
  return {
    established: established.promise,
    standing: async () => {
      if (current === null) return null
      const { num_pending, num_ack_pending, num_redelivered } = await current.info()
      return {
        event: subject,
        audience: audienceName(audience),
        pending: num_pending,
        unacknowledged: num_ack_pending,
        redelivered: num_redelivered,
      }
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const read = (message: JsMsg): BusMessage => ({
  id: message.headers?.get('Nats-Msg-Id') || `sequence ${message.seq}`,
  subject: message.subject,
  payload: parse(message.string()),
  requestId: message.headers?.get(requestIdHeader) || null,
  traceparent: message.headers?.get(traceparentHeader) || undefined,
})

/** Text that is not JSON stays a string, which no event schema accepts. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Without a connection the server redelivers. */
const answer = (message: JsMsg, verdict: 'ack' | number): void => {
  try {
    if (verdict === 'ack') message.ack()
    else message.nak(verdict)
  } catch {
    // The connection is closed.
  }
}
