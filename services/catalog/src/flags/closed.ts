import { type EventPayload, flagsClosed, maxReporters } from '@answerable/contracts/events'
import type { Db } from '@answerable/service-kit/db'
import { appendEvents } from '@answerable/service-kit/outbox/outbox'

type Closed = EventPayload<typeof flagsClosed>

/** Publishes the outcome of flags. Call it in the transaction of the decision. */
export const appendFlagsClosed = (
  db: Db,
  { reporterIds, ...decided }: Omit<Closed, 'reporterIds'> & { reporterIds: readonly string[] },
): Promise<void> =>
  appendEvents(
    db,
    flagsClosed,
    Array.from({ length: Math.ceil(reporterIds.length / maxReporters) }, (_, part) => ({
      ...decided,
      reporterIds: reporterIds.slice(part * maxReporters, (part + 1) * maxReporters),
    })),
  )
