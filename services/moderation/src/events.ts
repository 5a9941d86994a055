import { domainProved, eventDied, userLeft } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { applyProofChange } from './claims/proof-events.ts'
import type { Deps } from './deps.ts'
import { erasePersonalData } from './people/erase-personal-data.ts'

/** Not waited for: decisions need no bus. */
export const events = async (bus: Bus, { pool, relay, deadLetters, log }: Deps): Promise<void> => {
  bus
    .subscribe(userLeft, { group: 'moderation' }, async ({ payload }) => {
      await erasePersonalData(pool, payload.userId)
      relay.wake()
    })
    .catch((error: unknown) =>
      log.error({ err: error }, 'subscription to account deletions failed'),
    )
  bus
    .subscribe(domainProved, { group: 'moderation' }, ({ payload }) =>
      applyProofChange(pool, payload),
    )
    .catch((error: unknown) => log.error({ err: error }, 'subscription to proofs failed'))
  bus
    .subscribe(eventDied('moderation'), { group: 'moderation' }, ({ payload }) =>
      deadLetters.keep(payload),
    )
    .catch((error: unknown) => log.error({ err: error }, 'subscription to dead letters failed'))
}
