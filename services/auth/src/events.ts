import { eventDied } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Deps } from './deps.ts'

/** Does not wait for the bus: people can sign in during its outages. */
export const events = async (bus: Bus, { deadLetters, log }: Deps): Promise<void> => {
  bus
    .subscribe(eventDied('auth'), { group: 'auth' }, ({ payload }) => deadLetters.keep(payload))
    .catch((error: unknown) => log.error({ err: error }, 'subscription to dead letters failed'))
}
