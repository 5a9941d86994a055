import type { NoticeMail } from '@answerable/contracts/notice-mails'
import { noticeMonths } from '@answerable/contracts/notices'
import type { Db } from '@answerable/service-kit/db'

/** The receipt has no content but the link. */
export type NoticeMailContent = NoticeMail | { kind: 'receipt' }

/** False if the notice is registered already. */
export const insertNoticeMailbox = async (
  db: Db,
  { noticeId, email }: { noticeId: string; email: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `INSERT INTO notice_mailboxes (notice_id, email) VALUES ($1, $2)
     ON CONFLICT (notice_id) DO NOTHING`,
    [noticeId, email],
  )
  return rowCount === 1
}

/** Queues a mail unless one of its kind was queued before. Returns whether it did. Needs a transaction. */
export const queueMailOnce = async (
  db: Db,
  { noticeId, content }: { noticeId: string; content: NoticeMailContent },
): Promise<boolean> => {
  const isOutcome = content.kind === 'outcome' || content.kind === 'objection-outcome'
  const { rowCount } = await db.query(
    `UPDATE notice_mailboxes
     SET mailed = mailed || $2::text,
       delete_after = now() + CASE WHEN $3 THEN interval '${noticeMonths} months' ELSE interval '2 years' END
     WHERE notice_id = $1 AND $2 <> ALL (mailed)`,
    [noticeId, content.kind, isOutcome],
  )
  if (rowCount === 0) return false
  await db.query('INSERT INTO notice_mails (notice_id, content) VALUES ($1, $2)', [
    noticeId,
    JSON.stringify(content),
  ])
  return true
}

export type DueNoticeMail = { email: string; isConfirmed: boolean; content: NoticeMailContent }

/**
 * A mail that is due, whose new link gets this hash. Links of earlier attempts stay valid, because such a mail may
 * have arrived. Null after four days, when RFC 5321 recommends giving up.
 */
export const armNoticeMail = async (
  db: Db,
  { id, linkHash }: { id: string; linkHash: string },
): Promise<DueNoticeMail | null> => {
  const { rows } = await db.query<DueNoticeMail>(
    `WITH due AS (
       SELECT notice_id, content FROM notice_mails
       WHERE id = $1 AND created_at > now() - interval '4 days'
     ), link AS (
       INSERT INTO notice_links (hash, notice_id) SELECT $2, notice_id FROM due
     )
     SELECT email, confirmed_at IS NOT NULL AS "isConfirmed", content
     FROM due JOIN notice_mailboxes USING (notice_id)`,
    [id, linkHash],
  )
  return rows[0] ?? null
}

/** The notice of a link; null if there is no such link. */
export const findNotice = async (db: Db, hash: string): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT notice_id AS id FROM notice_links WHERE hash = $1',
    [hash],
  )
  return rows[0]?.id ?? null
}

export const confirmMailbox = async (db: Db, noticeId: string): Promise<void> => {
  await db.query(
    'UPDATE notice_mailboxes SET confirmed_at = now() WHERE notice_id = $1 AND confirmed_at IS NULL',
    [noticeId],
  )
}

export const deleteOldNoticeMailboxes = async (db: Db): Promise<void> => {
  await db.query('DELETE FROM notice_mailboxes WHERE delete_after < now()')
}
