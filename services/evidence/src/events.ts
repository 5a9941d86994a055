import {
  decisionLogged,
  eventDied,
  responseChanged,
  sourcesChanged,
  statusChanged,
  submissionPublished,
} from '@answerable/contracts/events'
import type { Bus, Delivery } from '@answerable/service-kit/bus/bus'
import { transaction } from '@answerable/service-kit/db'
import type { Deps } from './deps.ts'
import { applySources } from './links/store.ts'
import { announceBoycott, announceDecision, announceResponse } from './webhooks/messages.ts'

/** Not waited for: proofs can be checked while the bus is unavailable. */
export const events = async (bus: Bus, deps: Deps): Promise<void> => {
  const { pool, deadLetters, checks } = deps
  const group = { group: 'evidence' }
  Promise.all([
    bus.subscribe(sourcesChanged, group, async ({ payload }) => {
      await transaction(pool, (db) => applySources(db, payload))
      checks?.wake()
    }),
    bus.subscribe(submissionPublished, group, async (delivery) => {
      const { cause, submissionId: id } = delivery.payload
      if (cause !== 'created') return
      await announceBoycott(deps, sourceOf(delivery), { type: 'boycott.created', id })
    }),
    bus.subscribe(statusChanged, group, async (delivery) => {
      const { submissionId: id } = delivery.payload
      await announceBoycott(deps, sourceOf(delivery), { type: 'boycott.status_changed', id })
    }),
    bus.subscribe(responseChanged, group, (delivery) =>
      announceResponse(deps, sourceOf(delivery), delivery.payload),
    ),
    bus.subscribe(decisionLogged, group, (delivery) =>
      announceDecision(deps, sourceOf(delivery), delivery.payload),
    ),
    bus.subscribe(eventDied('evidence'), group, ({ payload }) => deadLetters.keep(payload)),
  ]).catch((error: unknown) => deps.log.error({ err: error }, 'subscribing to events failed'))
}

const sourceOf = ({ id, requestId }: Delivery<unknown>) => ({ eventId: id, requestId })
