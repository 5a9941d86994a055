import type { Db } from '@answerable/service-kit/db'

/** Longer than one delivery may take: another sender takes a mail up only when its first one is gone. */
const leaseSeconds = 60
const batchSize = 5

export type QueuedMail = { flowId: string; attempts: number }

/** Asks for a mail in the transaction that makes the flow. The row names nothing but the flow. */
export const queueMail = async (db: Db, flowId: string): Promise<void> => {
  await db.query('INSERT INTO mail_outbox (flow_id) VALUES ($1)', [flowId])
}

/** Takes mails that are due; several senders get different ones. */
export const claimMails = async (db: Db): Promise<QueuedMail[]> => {
  const { rows } = await db.query<QueuedMail>(
    `UPDATE mail_outbox
     SET attempts = attempts + 1, not_before = now() + ${leaseSeconds} * interval '1 second'
     WHERE flow_id IN (
       SELECT flow_id FROM mail_outbox WHERE not_before <= now()
       ORDER BY not_before LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
     )
     RETURNING flow_id AS "flowId", attempts`,
  )
  return rows
}

export const forgetMail = async (db: Db, flowId: string): Promise<void> => {
  await db.query('DELETE FROM mail_outbox WHERE flow_id = $1', [flowId])
}

/** Puts a mail off: a second after the first attempt, twice as long after each one more, 30 at most. */
export const postponeMail = async (db: Db, mail: QueuedMail): Promise<void> => {
  const seconds = Math.min(30, 2 ** (mail.attempts - 1))
  await db.query(
    `UPDATE mail_outbox SET not_before = now() + $2 * interval '1 second' WHERE flow_id = $1`,
    [mail.flowId, seconds],
  )
}
