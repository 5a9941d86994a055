import { eventDied } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Deps } from './deps.ts'

/** Not waited for: people can sign in while the bus is away. */
export const events = async (bus: Bus, { deadLetters, log }: Deps): Promise<void> => {
  bus
    .subscribe(eventDied('auth'), { group: 'auth' }, ({ payload }) => deadLetters.keep(payload))
    .catch((error: unknown) => log.error({ err: error }, 'subscription to dead letters failed'))
}
