import { headers } from '@nats-io/transport-node'
import { withTimeout } from '../calls/with-timeout.ts'
import { traceparentHeader } from '../observability/tracing.ts'
import type { Bus, BusMessage, BusOptions } from './bus.ts'
import { countDeadLetters, measureConsumers } from './bus-metrics.ts'
import { subscription } from './delivery.ts'
import { type NatsLinkOptions, natsLink } from './nats-connection.ts'
import { declareStream, forgetStream, keepStreams } from './nats-streams.ts'
import { type Consumption, consume, requestIdHeader } from './nats-subscription.ts'

const publishTimeoutMilliseconds = 4_500

/** The bus over NATS JetStream: one stream per service that owns events. Connects in the background. */
export const natsBus = (given: BusOptions & NatsLinkOptions): Bus => {
  const options = { ...given, ...countDeadLetters(given) }
  const link = natsLink(options)
  const consumptions: Consumption[] = []
  const closing = new AbortController()
  const keepingStreams = keepStreams(link, options.declares ?? [], closing.signal)
  let closed: Promise<void> | null = null

  const publish = async (message: BusMessage): Promise<void> => {
    const session = closed === null ? link.session() : null
    if (session === null) throw new Error('NATS disconnected')
    try {
      await declareStream(session, message.subject)
      await session.js.publish(message.subject, JSON.stringify(message.payload), {
        msgID: message.id,
        headers: headersOf(message),
      })
    } catch (error) {
      forgetStream(session, message.subject)
      throw error
    }
  }

  if (options.metrics !== undefined) {
    measureConsumers(options.metrics, {
      isConnected: () => link.session() !== null,
      consumptions,
    })
  }

  const publishInTime: Bus['publish'] = (message) =>
    withTimeout(publish(message), publishTimeoutMilliseconds)

  const close = async (): Promise<void> => {
    closing.abort()
    await keepingStreams
    await Promise.all(consumptions.map(({ stop }) => stop()))
    await link.close()
  }

  return {
    publish: publishInTime,
    subscribe: (event, audience, handle) => {
      const consumption = consume(link, subscription(event, audience, handle), {
        ...options,
        publish: publishInTime,
      })
      consumptions.push(consumption)
      return consumption.established
    },
    isConnected: () => closed === null && link.session() !== null,
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

const headersOf = ({ requestId, traceparent }: BusMessage) => {
  const map = headers()
  if (requestId !== null) map.set(requestIdHeader, requestId)
  if (traceparent !== undefined) map.set(traceparentHeader, traceparent)
  return map
}
