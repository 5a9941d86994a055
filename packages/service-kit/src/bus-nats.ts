import { headers } from '@nats-io/transport-node'
import type { Bus, BusMessage, BusOptions } from './bus.ts'
import { subscription } from './bus-delivery.ts'
import { natsLink } from './nats-connection.ts'
import { declareStream, forgetStream } from './nats-streams.ts'
import { type Consumption, consume, requestIdHeader } from './nats-subscription.ts'
import { withTimeout } from './with-timeout.ts'

const publishTimeoutMilliseconds = 4_500

type NatsBusOptions = BusOptions & {
  /** nats://user:password@host:port */
  readonly url: string
  /** What the server calls this client. */
  readonly name: string
}

/** The bus over NATS JetStream: one stream per service that owns events. Connects in the background. */
export const natsBus = (options: NatsBusOptions): Bus => {
  const link = natsLink(options)
  const consumptions: Consumption[] = []
  let closed: Promise<void> | null = null

  const publish = async (message: BusMessage): Promise<void> => {
    const session = closed === null ? link.session() : null
    if (session === null) throw new Error('the event bus is away')
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

  const close = async (): Promise<void> => {
    await Promise.all(consumptions.map(({ stop }) => stop()))
    await link.close()
  }

  return {
    publish: (message) => withTimeout(publish(message), publishTimeoutMilliseconds),
    subscribe: (event, audience, handle) => {
      const consumption = consume(link, subscription(event, audience, handle), options)
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

const headersOf = ({ requestId }: BusMessage) => {
  const map = headers()
  if (requestId !== null) map.set(requestIdHeader, requestId)
  return map
}
