import { createHash } from 'node:crypto'
import { type EventPayload, eventDied, eventDiedSuffix } from '@answerable/contracts/events'
import type { ServiceName } from '@answerable/contracts/route'
import { cutText } from '@answerable/contracts/text'
import { scrub } from '../log.ts'
import type { BusMessage, DeadLetter } from './bus.ts'

const maxPayloadLength = 100_000
const maxErrorLength = 2_000

/**
 * Notifies the owner of an event that an audience could not apply it. Every instance of an audience builds
 * the same message id, so that the bus accepts only one.
 */
export const messageAbout = ({ message, audience, attempts, error }: DeadLetter): BusMessage => {
  const payload = JSON.stringify(message.payload ?? null)
  const letter: EventPayload<ReturnType<typeof eventDied>> = {
    eventId: message.id,
    subject: message.subject,
    audience,
    payload: payload.length > maxPayloadLength ? null : payload,
    requestId: message.requestId,
    attempts,
    error: cutText(sentenceOf(error), maxErrorLength),
    diedAt: new Date().toISOString(),
  }
  return {
    id: createHash('sha256').update(`${message.subject} ${message.id} ${audience}`).digest('hex'),
    subject: eventDied(ownerOf(message.subject)).subject,
    payload: letter,
    requestId: message.requestId,
  }
}

/** A dead letter never causes another dead letter: it is redelivered to its owner until it is stored. */
export const isDeadLetter = (subject: string): boolean => subject.endsWith(eventDiedSuffix)

const ownerOf = (subject: string): ServiceName =>
  subject.slice(0, subject.indexOf('.')) as ServiceName

const sentenceOf = (error: unknown): string =>
  scrub(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
