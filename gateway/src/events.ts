import { sessionsEnded, submissionChanged, userChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { applyChange } from './cache/invalidation.ts'
import type { Deps } from './deps.ts'

/** Every gateway forgets for itself. None of this is waited for: reading goes on without the bus. */
export const events = async (bus: Bus, { sessions, answers, drawn, log }: Deps): Promise<void> => {
  Promise.all([
    bus.subscribe(sessionsEnded, { everyInstanceOf: 'gateway' }, async ({ payload }) => {
      sessions.forget(payload.sessionHashes)
    }),
    bus.subscribe(userChanged, { everyInstanceOf: 'gateway' }, async ({ payload }) => {
      sessions.forgetUser(payload.user.id)
      // Names stand beside whatever people have written.
      answers.expireAll()
      drawn?.expireAll()
    }),
    bus.subscribe(submissionChanged, { everyInstanceOf: 'gateway' }, async ({ payload }) => {
      applyChange({ answers, drawn }, payload)
    }),
  ]).catch((error: unknown) => log.error({ err: error }, 'subscription to change events failed'))
}
