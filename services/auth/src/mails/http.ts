import { queueMails } from '@answerable/contracts/mails'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { queueRequestedMails } from './store.ts'

/** Mails to members, for the service notifications. */
export const mails = (
  router: Router,
  { pool, mailSender }: Pick<Deps, 'pool' | 'mailSender'>,
): void => {
  serve(router, queueMails, async ({ body }) => {
    const queued = await queueRequestedMails(pool, body.mails)
    mailSender.wake()
    return { queued }
  })
}
