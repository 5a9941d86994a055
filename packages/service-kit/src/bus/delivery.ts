import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import * as z from 'zod/mini'
import { withTimeout } from '../calls/with-timeout.ts'
import type { Audience, Bus, BusMessage, BusOptions, Delivery } from './bus.ts'
import { isDeadLetter, messageAbout } from './dead-letter-message.ts'

const maxAttempts = 8
/** Shorter than the 30 s after which NATS redelivers. */
const handlerTimeoutMilliseconds = 10_000
/** Long enough in total for a database to restart. */
const defaultRetryDelays = [100, 500, 2_000, 10_000, 30_000, 60_000, 120_000]

/** One audience's handler of one event. The payload is not yet validated. */
export type Subscription = {
  readonly subject: string
  readonly audience: Audience
  /** Throws the handler's errors, and UnreadableEvent. */
  readonly receive: (message: BusMessage, attempt: number) => Promise<void>
}

export class UnreadableEvent extends Error {}

export const subscription = <E extends EventDefinition>(
  event: E,
  audience: Audience,
  handle: (delivery: Delivery<EventPayload<E>>) => Promise<void>,
): Subscription => ({
  subject: event.subject,
  audience,
  receive: async ({ id, payload, requestId, traceparent }, attempt) => {
    const read = readPayload(event, payload)
    await handle({ id, payload: read, requestId, traceparent, attempt })
  },
})

/** Drops unknown fields: during a rollout, newer instances send fields that older instances do not know. */
const readPayload = <E extends EventDefinition>(event: E, payload: unknown): EventPayload<E> => {
  if (event.isValid?.(payload) === true) return payload as EventPayload<E>
  const strict = z.safeParse<E['payload']>(event.payload, payload)
  if (strict.success) return strict.data
  const known = z.safeParse<E['payload']>(event.payload, withoutUnknown(payload, strict.error))
  if (!known.success) throw new UnreadableEvent(z.prettifyError(known.error))
  return known.data
}

const withoutUnknown = (payload: unknown, { issues }: z.core.$ZodError): unknown => {
  const copy = structuredClone(payload)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const place = issue.path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy)
    for (const key of issue.keys) Reflect.deleteProperty(Object(place), key)
  }
  return copy
}

/** `done`: applied, or published as a dead letter. */
export type Outcome = { done: true } | { done: false; retryInMilliseconds: number }

export type DeliveryOptions = BusOptions & { readonly publish: Bus['publish'] }

/** Delivers a message to a subscription once. Never rejects. */
export const deliver = async (
  { receive, audience }: Subscription,
  { message, attempt }: { message: BusMessage; attempt: number },
  options: DeliveryOptions,
): Promise<Outcome> => {
  const { log, retryDelaysMilliseconds = defaultRetryDelays } = options
  const context = {
    subject: message.subject,
    eventId: message.id,
    requestId: message.requestId,
    audience: audienceName(audience),
    attempt,
  }
  const later: Outcome = {
    done: false,
    retryInMilliseconds: delayAfter(attempt, retryDelaysMilliseconds),
  }
  const bury = async (error: unknown): Promise<Outcome> => {
    const letter = { message, audience: context.audience, attempts: attempt, error }
    try {
      await options.publish(messageAbout(letter))
    } catch (failure) {
      log.error({ ...context, err: failure }, 'publishing a dead letter failed')
      return later
    }
    log.error({ ...context, err: error }, 'event moved to dead letters')
    options.onDeadLetter?.(letter)
    return { done: true }
  }

  const isLetter = isDeadLetter(message.subject)
  // More deliveries than attempts: instances crashed, or the dead letter could not be published.
  if (attempt > maxAttempts && !isLetter) return bury(new Error('no attempt ended well'))
  try {
    await withTimeout(receive(message, attempt), handlerTimeoutMilliseconds)
    log.debug(context, 'event applied')
    return { done: true }
  } catch (error) {
    const isUnreadable = error instanceof UnreadableEvent
    if (isLetter && isUnreadable) {
      log.error({ ...context, err: error }, 'unreadable dead letter dropped')
      return { done: true }
    }
    if (!isLetter && (isUnreadable || attempt === maxAttempts)) return bury(error)
    log.warn({ ...context, err: error }, 'applying an event failed')
    return later
  }
}

export const audienceName = (audience: Audience): string =>
  'group' in audience ? audience.group : `every ${audience.everyInstanceOf}`

const delayAfter = (attempt: number, delays: readonly number[]): number =>
  delays[Math.min(attempt, delays.length) - 1] ?? 0
