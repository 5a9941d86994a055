import { submissionChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Deps } from './deps.ts'

/**
 * Every instance receives all events, because each has its own sockets. Pages receive the removal of a submission, but
 * no later numbers of it.
 */
export const events = (bus: Bus, { broadcast }: Deps): Promise<void> =>
  bus.subscribe(submissionChanged, { everyInstanceOf: 'realtime' }, async ({ payload }) => {
    for (const change of payload.changes) {
      if (change.approved || change.cause !== 'numbers') broadcast.take(change)
    }
  })
