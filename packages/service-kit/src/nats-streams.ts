import {
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { NatsSession } from './nats-connection.ts'

const minuteMilliseconds = 60 * 1_000
const dayMilliseconds = 24 * 60 * minuteMilliseconds
const streamNameInUse = 10058

/** Declares the stream that keeps the events of a subject's owner, unless this session has done so. */
export const declareStream = (session: NatsSession, subject: string): Promise<void> => {
  const stream = streamOf(subject)
  const known = session.streams.get(stream)
  if (known !== undefined) return known
  const declared = addStream(session.manager, stream, `${ownerOf(subject)}.>`)
  session.streams.set(stream, declared)
  return declared
}

/** After a failure that a lost stream may explain: it is declared again at its next use. */
export const forgetStream = (session: NatsSession, subject: string): void => {
  session.streams.delete(streamOf(subject))
}

export const streamOf = (subject: string): string => ownerOf(subject).toUpperCase()

const ownerOf = (subject: string): string => subject.slice(0, subject.indexOf('.'))

const addStream = async (
  manager: JetStreamManager,
  name: string,
  subjects: string,
): Promise<void> => {
  const config = {
    name,
    subjects: [subjects],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
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
