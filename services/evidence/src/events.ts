import { eventDied, sourcesChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { transaction } from '@answerable/service-kit/db'
import type { Deps } from './deps.ts'
import { applySources } from './links/store.ts'

/** Not waited for: proofs can be checked while the bus is unavailable. */
export const events = async (bus: Bus, deps: Deps): Promise<void> => {
  const { pool, deadLetters, checks } = deps
  const group = { group: 'evidence' }
  Promise.all([
    bus.subscribe(sourcesChanged, group, async ({ payload }) => {
      await transaction(pool, (db) => applySources(db, payload))
      checks?.wake()
    }),
    bus.subscribe(eventDied('evidence'), group, ({ payload }) => deadLetters.keep(payload)),
  ]).catch((error: unknown) => deps.log.error({ err: error }, 'subscribing to events failed'))
}
