import type { WebhookDisabled } from '@answerable/contracts/events'
import { pages } from '@answerable/contracts/pages'
import type { Db } from '@answerable/service-kit/db'
import { type Mail, mailOf } from '../mail/layout.ts'

/** A mail that administrators get whatever their notification settings are. */
export type AdministratorMail = { template: 'webhook-disabled' } & Pick<
  WebhookDisabled,
  'host' | 'reason'
>

/** Queues one mail to every administrator, once for each event. */
export const queueMailsToAdministrators = async (
  db: Db,
  eventId: string,
  content: AdministratorMail,
): Promise<void> => {
  await db.query(
    `INSERT INTO requested_mails (key, user_id, is_digest, content)
     SELECT $1 || ' ' || id, id, false, $2::jsonb FROM users
     WHERE is_admin AND suspended_at IS NULL ORDER BY id
     ON CONFLICT (key) DO NOTHING`,
    [eventId, JSON.stringify(content)],
  )
}

const reasons = {
  failing: 'no delivery to it has succeeded for a day.',
  gone: 'the receiver responded that the address is gone (status 410).',
} as const satisfies Record<WebhookDisabled['reason'], string>

export const composeAdministratorMail = ({
  origin,
  id,
  to,
  content: { host, reason },
}: {
  origin: string
  id: string
  to: string
  content: AdministratorMail
}): Mail => {
  const link = `${origin}${pages.adminWebhooks}`
  return mailOf({
    to,
    subject: `The webhook to ${host} was disabled`,
    link,
    code: null,
    messageId: `<${id}@${new URL(origin).hostname}>`,
    paragraphs: [
      'Hello,',
      `Answerable has disabled the webhook to ${host}, because ${reasons[reason]}`,
      'It gets no more events until an administrator resumes it. You can then send failed deliveries again.',
      { link, label: 'Open the webhooks' },
      'You receive this email because you are an administrator of this site.',
    ],
  })
}
