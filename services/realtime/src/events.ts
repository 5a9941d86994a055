import { submissionChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Deps } from './deps.ts'

/**
 * Every instance hears of everything, for each has sockets of its own. The numbers of a removed submission are
 * for nobody: pages hear of its removal, and of nothing that comes after.
 */
export const events = (bus: Bus, { broadcast }: Deps): Promise<void> =>
  bus.subscribe(submissionChanged, { everyInstanceOf: 'realtime' }, async ({ payload }) => {
    if (payload.approved || payload.cause !== 'numbers') broadcast.take(payload)
  })
