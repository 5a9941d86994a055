import { eventDied, userLeft } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Deps } from './deps.ts'
import { eraseMember } from './members/erase-member.ts'

/** Not waited for: members can read their notices while the bus is unavailable. */
export const events = async (bus: Bus, deps: Deps): Promise<void> => {
  const group = { group: 'notifications' }
  Promise.all([
    bus.subscribe(userLeft, group, ({ payload }) => eraseMember(deps.pool, payload.userId)),
    bus.subscribe(eventDied('notifications'), group, ({ payload }) =>
      deps.deadLetters.keep(payload),
    ),
  ]).catch((error: unknown) => deps.log.error({ err: error }, 'subscribing to events failed'))
}
