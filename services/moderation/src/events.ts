import { userLeft } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus'
import type { Deps } from './deps.ts'
import { forgetPerson } from './people/departure.ts'

/** Not waited for: decisions need no bus. */
export const events = async (bus: Bus, { pool, log }: Deps): Promise<void> => {
  bus
    .subscribe(userLeft, { group: 'moderation' }, ({ payload }) =>
      forgetPerson(pool, payload.userId),
    )
    .catch((error: unknown) =>
      log.error({ err: error }, 'subscription to account deletions failed'),
    )
}
