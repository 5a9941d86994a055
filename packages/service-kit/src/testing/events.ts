import { randomUUID } from 'node:crypto'
import type { EventDefinition } from '@answerable/contracts/events'
import * as z from 'zod/mini'
import type { Audience, Bus, BusMessage } from '../bus/bus.ts'
import { until } from './until.ts'

/** An event with a unique subject. */
export const newEvent = () =>
  ({
    owner: 'catalog',
    subject: `catalog.test-${randomUUID()}`,
    payload: z.strictObject({ number: z.int() }),
  }) as const satisfies EventDefinition

export type TestEvent = ReturnType<typeof newEvent>

export const messageOf = (event: TestEvent, number: number): BusMessage => ({
  id: randomUUID(),
  subject: event.subject,
  payload: { number },
  requestId: null,
})

/** Subscribes and returns the list of received numbers. */
export const collect = async (
  bus: Bus,
  event: TestEvent,
  audience: Audience,
): Promise<readonly number[]> => {
  const received: number[] = []
  await bus.subscribe(event, audience, async ({ payload }) => {
    received.push(payload.number)
  })
  return received
}

/** Publishes like an outbox relay: repeats until the bus accepts it. */
export const relay = (bus: Bus, message: BusMessage): Promise<void> =>
  until(() => bus.publish(message))
