import { randomUUID } from 'node:crypto'
import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { until } from '@answerable/service-kit/testing/until'

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
