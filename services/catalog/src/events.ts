import {
  eventDied,
  linkChecked,
  representationChanged,
  userChanged,
  userLeft,
} from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { eraseAuthor } from './authors/erase-author.ts'
import { applyUserChange } from './authors/store.ts'
import type { Deps } from './deps.ts'
import { applyRepresentation } from './responses/representatives.ts'
import { applyLinkCheck } from './sources/store.ts'

export const events = async (bus: Bus, deps: Deps): Promise<void> => {
  await bus.subscribe(userChanged, { group: 'catalog' }, ({ payload }) =>
    applyUserChange(deps.pool, payload),
  )
  await bus.subscribe(userLeft, { group: 'catalog' }, async ({ payload, requestId }) => {
    await eraseAuthor(deps.pool, { ...payload, requestId })
    deps.relay.wake()
  })
  await bus.subscribe(representationChanged, { group: 'catalog' }, ({ payload }) =>
    applyRepresentation(deps.pool, payload),
  )
  await bus.subscribe(linkChecked, { group: 'catalog' }, async ({ payload }) => {
    await applyLinkCheck(deps.pool, payload)
    deps.relay.wake()
  })
  await bus.subscribe(eventDied('catalog'), { group: 'catalog' }, ({ payload }) =>
    deps.deadLetters.keep(payload),
  )
}
