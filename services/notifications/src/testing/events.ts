import { randomUUID } from 'node:crypto'
import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'

/** Publishes an event. A second publish of an event under another ID is a redelivery that the bus does not notice. */
export const publish = <E extends EventDefinition>(
  bus: Bus,
  { subject }: E,
  payload: EventPayload<E>,
): Promise<void> => bus.publish({ id: randomUUID(), subject, payload, requestId: null })
