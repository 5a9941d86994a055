import { randomUUID } from 'node:crypto'
import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Answer } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { expect } from 'vitest'

/**
 * Publishes an event, again until it is applied, as the relay does. A second publish of an event under another ID is a
 * redelivery that the bus does not notice.
 */
export const publish = <E extends EventDefinition>(
  bus: Bus,
  { subject }: E,
  payload: EventPayload<E>,
): Promise<void> => {
  const message = { id: randomUUID(), subject, payload, requestId: null }
  return until(() => bus.publish(message))
}

/** Repeats a call while it is 503: on a slow machine, catalog may not respond in time. */
export const untilAvailable = <Body>(call: () => Promise<Answer<Body>>): Promise<Answer<Body>> =>
  until(async () => {
    const answer = await call()
    expect(answer.status).not.toBe(503)
    return answer
  })
