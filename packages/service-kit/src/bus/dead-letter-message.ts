import { createHash } from 'node:crypto'
import { type EventPayload, eventDied } from '@answerable/contracts/events'
import type { ServiceName } from '@answerable/contracts/route'
import { cutText } from '@answerable/contracts/text'
import { scrub } from '../log.ts'
import type { BusMessage, DeadLetter } from './bus.ts'

const longestPayload = 100_000
const longestError = 2_000

/**
 * Tells the owner of an event that it died. The same for every instance of an audience, so that the bus
 * takes one of them.
 */
export const messageAbout = ({ message, audience, attempts, error }: DeadLetter): BusMessage => {
  const payload = JSON.stringify(message.payload ?? null)
  const letter: EventPayload<ReturnType<typeof eventDied>> = {
    eventId: message.id,
    subject: message.subject,
    audience,
    payload: payload.length > longestPayload ? null : payload,
    requestId: message.requestId,
    attempts,
    error: cutText(sentenceOf(error), longestError),
    diedAt: new Date().toISOString(),
  }
  return {
    id: createHash('sha256').update(`${message.subject} ${message.id} ${audience}`).digest('hex'),
    subject: eventDied(ownerOf(message.subject)).subject,
    payload: letter,
    requestId: message.requestId,
  }
}

/** A letter gets no letter about itself: it is given to its owner until it is kept. */
export const isDeadLetter = (subject: string): boolean =>
  subject === eventDied(ownerOf(subject)).subject

const ownerOf = (subject: string): ServiceName =>
  subject.slice(0, subject.indexOf('.')) as ServiceName

const sentenceOf = (error: unknown): string =>
  scrub(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
