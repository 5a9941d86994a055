import { commentChanged, submissionChanged, unreadChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Deps } from './deps.ts'

/**
 * Every instance receives all events, because each has its own sockets. Pages receive the removal of a submission, but
 * no later numbers of it. Unread numbers are not waited for: pages are useful without them.
 */
export const events = async (
  bus: Bus,
  { broadcast, commentUpdates, unread, log }: Deps,
): Promise<void> => {
  const everyInstance = { everyInstanceOf: 'realtime' }
  bus
    .subscribe(unreadChanged, everyInstance, async ({ payload }) => unread.take(payload.members))
    .catch((error: unknown) => log.error({ err: error }, 'subscription to unread numbers failed'))
  await Promise.all([
    bus.subscribe(submissionChanged, everyInstance, async ({ payload }) => {
      for (const change of payload.changes) {
        if (change.approved || change.cause !== 'numbers') broadcast.take(change)
      }
    }),
    bus.subscribe(commentChanged, everyInstance, async ({ payload }) =>
      commentUpdates.take(payload),
    ),
  ])
}
