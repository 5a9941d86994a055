import { eventDied, userChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus'
import { applyUserChange } from './authors/store.ts'
import type { Deps } from './deps.ts'

export const events = async (bus: Bus, deps: Deps): Promise<void> => {
  await bus.subscribe(userChanged, { group: 'catalog' }, ({ payload }) =>
    applyUserChange(deps.pool, payload),
  )
  await bus.subscribe(eventDied('catalog'), { group: 'catalog' }, ({ payload }) =>
    deps.deadLetters.keep(payload),
  )
}
