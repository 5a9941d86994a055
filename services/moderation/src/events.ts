import { domainProved, eventDied, passkeysReset, userLeft } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { logReset } from './accounts/log-reset.ts'
import { applyProofChange } from './claims/proof-events.ts'
import type { Deps } from './deps.ts'
import { erasePersonalData } from './people/erase-personal-data.ts'

/** Not waited for: decisions need no bus. */
export const events = async (bus: Bus, deps: Deps): Promise<void> => {
  const { pool, relay, deadLetters, log } = deps
  bus
    .subscribe(userLeft, { group: 'moderation' }, async ({ payload }) => {
      await erasePersonalData(pool, payload.userId)
      relay.wake()
    })
    .catch((error: unknown) =>
      log.error({ err: error }, 'subscription to account deletions failed'),
    )
  bus
    .subscribe(passkeysReset, { group: 'moderation' }, ({ payload }) => logReset(deps, payload))
    .catch((error: unknown) => log.error({ err: error }, 'subscription to resets failed'))
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
