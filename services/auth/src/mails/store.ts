import type { MailRequest } from '@answerable/contracts/mails'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import type { MailContent } from './templates.ts'
import type { AdministratorMail } from './to-administrators.ts'

/** Longer than a delivery may take: another instance takes a mail only after this one has given up. */
const leaseSeconds = 300
/** RFC 5321 recommends giving up after four to five days. */
const expiry = "interval '4 days'"
/** Delay after the first failed attempt; doubles with each further one. */
const [firstDelaySeconds, maxDelaySeconds] = [60, 3_600]

/** Queues the mails with new keys to existing accounts, and returns their number. */
export const queueRequestedMails = async (
  db: Db,
  mails: readonly MailRequest[],
): Promise<number> => {
  const rows = mails.map(({ key, accountId, ...content }) => ({
    key,
    user_id: accountId,
    is_digest: content.template !== 'notice',
    content,
  }))
  const { rowCount } = await db.query(
    `INSERT INTO requested_mails (key, user_id, is_digest, content)
     SELECT key, user_id, is_digest, content
     FROM jsonb_to_recordset($1::jsonb)
       AS given (key text, user_id uuid, is_digest boolean, content jsonb)
     JOIN users ON users.id = user_id
     ORDER BY key
     ON CONFLICT (key) DO NOTHING`,
    [JSON.stringify(rows)],
  )
  return rowCount ?? 0
}

export type RequestedMail = {
  id: string
  email: string
  content: MailContent | AdministratorMail
  attempts: number
  isSuspended: boolean
  isRefused: boolean
  isExpired: boolean
}

/** Takes due mails, those about one notice first. Several instances take different ones. */
export const claimRequestedMails = async (
  db: Db,
  { limit, inFlight }: { limit: number; inFlight: readonly string[] },
): Promise<RequestedMail[]> => {
  for (const isDigest of [false, true]) {
    const { rows } = await db.query<RequestedMail>(
      `WITH due AS (
         SELECT id, user_id FROM requested_mails
         WHERE content IS NOT NULL AND is_digest = $1 AND not_before <= now() AND id <> ALL ($3)
         ORDER BY not_before LIMIT $2 FOR UPDATE SKIP LOCKED
       )
       UPDATE requested_mails AS mail
       SET attempts = attempts + 1, not_before = now() + ${leaseSeconds} * interval '1 second'
       FROM due JOIN users ON users.id = due.user_id LEFT JOIN mail_refusals USING (user_id)
       WHERE mail.id = due.id
       RETURNING mail.id, email, mail.content, mail.attempts,
         suspended_at IS NOT NULL AS "isSuspended", refused_at IS NOT NULL AS "isRefused",
         mail.created_at < now() - ${expiry} AS "isExpired"`,
      [isDigest, limit, inFlight],
    )
    if (rows.length > 0) return rows
  }
  return []
}

/** Deletes the content of a mail that was sent or is of no use, and leaves its key. */
export const finishRequestedMail = async (db: Db, id: string): Promise<void> => {
  await db.query('UPDATE requested_mails SET content = NULL WHERE id = $1', [id])
}

export const postponeRequestedMail = async (
  db: Db,
  { id, attempts }: Pick<RequestedMail, 'id' | 'attempts'>,
): Promise<void> => {
  const seconds = Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** (attempts - 1))
  await db.query(
    "UPDATE requested_mails SET not_before = now() + $2 * interval '1 second' WHERE id = $1",
    [id, seconds],
  )
}

/** Puts a mail back that could not be tried. */
export const returnRequestedMail = async (db: Db, id: string): Promise<void> => {
  await db.query(
    'UPDATE requested_mails SET not_before = now(), attempts = attempts - 1 WHERE id = $1',
    [id],
  )
}

export const deleteOldRequests = async (db: Db): Promise<void> => {
  await db.query(
    `DELETE FROM requested_mails WHERE id IN (
       SELECT id FROM requested_mails WHERE created_at < now() - interval '30 days'
       ORDER BY created_at LIMIT 20000
     )`,
  )
}

export const readRequestedQueue = async (db: Db): Promise<{ waiting: number; seconds: number }> => {
  const { rows } = await db.query<{ waiting: number; seconds: number }>(
    `SELECT (SELECT count(*) FROM requested_mails WHERE content IS NOT NULL) AS waiting,
       coalesce(greatest(0, extract(epoch FROM now() - min(created_at))), 0)::float8 AS seconds
     FROM requested_mails WHERE content IS NOT NULL`,
  )
  return onlyRow(rows)
}
