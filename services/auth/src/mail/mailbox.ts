import type { Db, Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Deliver, Delivery } from './deliver.ts'
import type { Mail } from './layout.ts'

const keptMails = 50

export type StoredMail = Pick<Mail, 'to' | 'subject' | 'link' | 'code' | 'text'> & { sentAt: Date }

/** Delivery into the built-in mailbox of a development site. */
export const mailboxDelivery = (deps: { pool: Pool; log: Log }): Delivery => {
  const deliver = deliverTo(deps)
  return { deliver, deliverBulk: deliver, stop: () => undefined }
}

const deliverTo =
  ({ pool, log }: { pool: Pool; log: Log }): Deliver =>
  async (mail) => {
    await pool.query(
      `INSERT INTO dev_mails (recipient, subject, link, code, body, message_id)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (message_id) DO NOTHING`,
      [mail.to, mail.subject, mail.link, mail.code, mail.text, mail.messageId],
    )
    await forgetOldMails(pool)
    log.info('mail delivered to the mailbox page')
  }

/** Newest first. */
export const listMails = async (db: Db): Promise<StoredMail[]> => {
  const { rows } = await db.query<StoredMail>(
    `SELECT recipient AS "to", subject, link, code, body AS text, created_at AS "sentAt"
     FROM dev_mails ORDER BY id DESC`,
  )
  return rows
}

/** The newest mails with a code and the newest of all others, so that notifications displace no sign-in mail. */
const forgetOldMails = async (db: Db): Promise<void> => {
  await db.query(
    `DELETE FROM dev_mails WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER (PARTITION BY code IS NULL ORDER BY id DESC) AS place
         FROM dev_mails
       ) AS placed WHERE place > ${keptMails}
     )`,
  )
}
