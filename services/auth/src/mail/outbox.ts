import type { Db } from '@answerable/service-kit/db'

/** Longer than one delivery may take: another sender takes a mail up only when its first one is gone. */
const leaseSeconds = 60
const batchSize = 5

/** Mails with a code, each by its flow alone, notices of new browsers, and mails to notifiers. */
const queues = { mail_outbox: 'flow_id', notices: 'id', notice_mails: 'id' } as const
export type MailQueue = keyof typeof queues

export type QueuedMail = { queue: MailQueue; id: string; attempts: number }

/** Queues a mail in the transaction that creates the flow. The row contains only the flow's id. */
export const queueMail = async (db: Db, flowId: string): Promise<void> => {
  await db.query('INSERT INTO mail_outbox (flow_id) VALUES ($1)', [flowId])
}

/** The queues with mails that are due. */
export const queuesWithDueMails = async (
  db: Db,
): Promise<readonly (MailQueue | 'requested_mails')[]> => {
  const { rows } = await db.query<{ queue: MailQueue | 'requested_mails' }>({
    name: 'queues-with-due-mails',
    text: `SELECT 'mail_outbox' AS queue WHERE EXISTS (SELECT FROM mail_outbox WHERE not_before <= now())
      UNION ALL SELECT 'notices' WHERE EXISTS (SELECT FROM notices WHERE not_before <= now())
      UNION ALL SELECT 'notice_mails' WHERE EXISTS (SELECT FROM notice_mails WHERE not_before <= now())
      UNION ALL SELECT 'requested_mails' WHERE EXISTS (
        SELECT FROM requested_mails WHERE content IS NOT NULL AND not_before <= now())`,
  })
  return rows.map(({ queue }) => queue)
}

/** Takes mails that are due; several senders get different ones. */
export const claimMails = async (db: Db, queue: MailQueue): Promise<QueuedMail[]> => {
  const key = queues[queue]
  const { rows } = await db.query<QueuedMail>(
    `UPDATE ${queue}
     SET attempts = attempts + 1, not_before = now() + ${leaseSeconds} * interval '1 second'
     WHERE ${key} IN (
       SELECT ${key} FROM ${queue} WHERE not_before <= now()
       ORDER BY not_before LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
     )
     RETURNING '${queue}' AS queue, ${key} AS id, attempts`,
  )
  return rows
}

export const forgetMail = async (db: Db, { queue, id }: QueuedMail): Promise<void> => {
  await db.query(`DELETE FROM ${queue} WHERE ${queues[queue]} = $1`, [id])
}

/** Postpones a mail: by a second after the first attempt, then twice as long each time, up to 30 seconds. */
export const postponeMail = async (db: Db, { queue, id, attempts }: QueuedMail): Promise<void> => {
  const seconds = Math.min(30, 2 ** (attempts - 1))
  await db.query(
    `UPDATE ${queue} SET not_before = now() + $2 * interval '1 second' WHERE ${queues[queue]} = $1`,
    [id, seconds],
  )
}
