import { randomUUID } from 'node:crypto'
import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  JetStreamApiCodes,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { Audience } from './bus.ts'
import type { NatsSession } from './nats-connection.ts'
import { hasCode, streamOf } from './nats-streams.ts'

const ackWaitMilliseconds = 30_000
const consumerExists = 10148
/** A consumer receives no new events while this many are unacknowledged. */
const maxUnacknowledged = 20_000
const forgetInstanceMilliseconds = 5 * 60_000

/** The consumer of one audience. */
export type Source = {
  /** Finds or creates the consumer; the stream must exist. */
  open: (session: NatsSession) => Promise<Consumer>
  received: (sequence: number) => void
  done: (sequence: number) => void
}

export const sourceOf = (subject: string, audience: Audience): Source =>
  'everyInstanceOf' in audience ? instanceSource(subject) : groupSource(subject, audience.group)

/** A durable consumer: the server stores the position of its instances. */
const groupSource = (subject: string, group: string): Source => {
  const stream = streamOf(subject)
  const durable = `${group}-${subject.replaceAll('.', '-')}`
  const config = commonConfig(subject)

  const declare = async ({ manager }: NatsSession): Promise<ConsumerInfo> => {
    const whole = { ...config, durable_name: durable, deliver_policy: DeliverPolicy.All }
    try {
      return await manager.consumers.add(stream, whole)
    } catch (error) {
      if (!hasCode(error, consumerExists)) throw error
      return manager.consumers.update(stream, durable, config)
    }
  }

  return {
    open: async (session) => session.js.consumers.getConsumerFromInfo(await declare(session)),
    received: () => {},
    done: () => {},
  }
}

/**
 * A consumer of one instance. The server deletes consumers of instances that were disconnected for long,
 * and may have lost the stream itself, so the position is stored here.
 */
const instanceSource = (subject: string): Source => {
  const stream = streamOf(subject)
  const name = `instance-${randomUUID()}`
  const open = new Set<number>()
  let lastReceived = 0
  let createdStream: string | null = null

  const start = (created: string): Partial<ConsumerConfig> => {
    if (createdStream === null) return { deliver_policy: DeliverPolicy.New }
    if (createdStream !== created) return { deliver_policy: DeliverPolicy.All }
    return {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.min(lastReceived + 1, ...open),
    }
  }

  return {
    open: async (session) => {
      const { created, config } = await session.manager.streams.info(stream)
      // Servers of a cluster can give different times for one stream. One that has the consumer is the same.
      const standing = createdStream === null ? null : await find(session, stream, name)
      const consumer =
        standing ??
        (await session.manager.consumers.add(stream, {
          ...commonConfig(subject),
          name,
          // By default a consumer without a durable name is on one server only, and stops with it.
          num_replicas: config.num_replicas,
          inactive_threshold: nanos(forgetInstanceMilliseconds),
          ...start(created),
        }))
      if (standing === null && createdStream !== created) {
        lastReceived = consumer.delivered.stream_seq
        open.clear()
      }
      createdStream = created
      return session.js.consumers.getConsumerFromInfo(consumer)
    },
    received: (sequence) => {
      open.add(sequence)
      lastReceived = Math.max(lastReceived, sequence)
    },
    done: (sequence) => open.delete(sequence),
  }
}

/**
 * A single filter, which NATS 2.9 supports. The code that handles the event counts attempts: the server
 * would drop the last one without a dead letter.
 */
const commonConfig = (subject: string): Partial<ConsumerConfig> => ({
  filter_subject: subject,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ackWaitMilliseconds),
  max_deliver: -1,
  max_ack_pending: maxUnacknowledged,
})

const find = async (
  { manager }: NatsSession,
  stream: string,
  name: string,
): Promise<ConsumerInfo | null> => {
  try {
    return await manager.consumers.info(stream, name)
  } catch (error) {
    if (hasCode(error, JetStreamApiCodes.ConsumerNotFound)) return null
    throw error
  }
}
