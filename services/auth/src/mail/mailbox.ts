import type { Db, Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Mail } from './compose.ts'
import type { Deliver } from './sender.ts'

const keptMails = 50

export type StoredMail = Omit<Mail, 'html'> & { sentAt: Date }

/** Delivery into the built-in mailbox of a development site. */
export const mailboxDelivery =
  ({ pool, log }: { pool: Pool; log: Log }): Deliver =>
  async (mail) => {
    await pool.query(
      `INSERT INTO dev_mails (recipient, subject, link, code, body) VALUES ($1, $2, $3, $4, $5)`,
      [mail.to, mail.subject, mail.link, mail.code, mail.text],
    )
    await forgetOldMails(pool)
    log.info('mail delivered to the mailbox page')
  }

/** Newest first. */
export const listMails = async (db: Db): Promise<StoredMail[]> => {
  const { rows } = await db.query<StoredMail>(
    `SELECT recipient AS "to", subject, link, code, body AS text, created_at AS "sentAt"
     FROM dev_mails ORDER BY id DESC LIMIT ${keptMails}`,
  )
  return rows
}

const forgetOldMails = async (db: Db): Promise<void> => {
  await db.query(
    `DELETE FROM dev_mails WHERE id NOT IN (
       SELECT id FROM dev_mails ORDER BY id DESC LIMIT ${keptMails}
     )`,
  )
}
