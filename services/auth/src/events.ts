import { eventDied, webhookDisabled } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Deps } from './deps.ts'
import { queueMailsToAdministrators } from './mails/to-administrators.ts'

/** Does not wait for the bus: people can sign in during its outages. */
export const events = async (
  bus: Bus,
  { pool, mailSender, deadLetters, log }: Deps,
): Promise<void> => {
  const group = { group: 'auth' }
  Promise.all([
    bus.subscribe(webhookDisabled, group, async ({ id, payload: { host, reason } }) => {
      await queueMailsToAdministrators(pool, id, { template: 'webhook-disabled', host, reason })
      mailSender.wake()
    }),
    bus.subscribe(eventDied('auth'), group, ({ payload }) => deadLetters.keep(payload)),
  ]).catch((error: unknown) => log.error({ err: error }, 'subscribing to events failed'))
}
