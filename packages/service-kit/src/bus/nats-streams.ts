import { setTimeout as pause } from 'node:timers/promises'
import {
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { aborted, type NatsLink, type NatsSession } from './nats-connection.ts'

const minuteMilliseconds = 60 * 1_000
const dayMilliseconds = 24 * 60 * minuteMilliseconds
const retryMilliseconds = 250
const streamNameInUse = 10058

/**
 * Declares the stream of a subject's owner, once a session. If only the owner may declare it, rejects until
 * the owner has done so.
 */
export const declareStream = (session: NatsSession, subject: string): Promise<void> => {
  const stream = streamOf(subject)
  const known = session.streams.get(stream)
  if (known !== undefined) return known
  const declared = session.declares(ownerOf(subject))
    ? addStream(session, stream, `${ownerOf(subject)}.>`)
    : findStream(session.manager, stream)
  session.streams.set(stream, declared)
  return declared
}

/** Call it after a failure that a lost stream may explain: the next use declares the stream again. */
export const forgetStream = (session: NatsSession, subject: string): void => {
  session.streams.delete(streamOf(subject))
}

/**
 * Declares the streams of these owners at every connect, so that consumers need not wait for the first
 * event.
 */
export const keepStreams = async (
  link: NatsLink,
  owners: readonly string[],
  stopping: AbortSignal,
): Promise<void> => {
  while (!stopping.aborted) {
    const session = await link.nextSession(stopping)
    if (session === null) return
    const subjects = owners.map((owner) => `${owner}.>`)
    try {
      for (const subject of subjects) await declareStream(session, subject)
      await aborted(AbortSignal.any([session.ended, stopping]))
    } catch {
      for (const subject of subjects) forgetStream(session, subject)
      await pause(retryMilliseconds, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

export const streamOf = (subject: string): string => ownerOf(subject).toUpperCase()

const ownerOf = (subject: string): string => subject.slice(0, subject.indexOf('.'))

const findStream = async (manager: JetStreamManager, name: string): Promise<void> => {
  await manager.streams.info(name)
}

const addStream = async (
  { manager, replicas }: NatsSession,
  name: string,
  subjects: string,
): Promise<void> => {
  const config = {
    name,
    subjects: [subjects],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: nanos(7 * dayMilliseconds),
    duplicate_window: nanos(10 * minuteMilliseconds),
  }
  try {
    await manager.streams.add(config)
  } catch (error) {
    if (!hasCode(error, streamNameInUse)) throw error
    await manager.streams.update(name, config)
  }
}

export const hasCode = (error: unknown, code: number): boolean =>
  error instanceof JetStreamApiError && error.code === code
