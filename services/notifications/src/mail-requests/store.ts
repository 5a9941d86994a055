import type { MailTemplate } from '@answerable/contracts/mails'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type NoticeRow, noticeColumns } from '../notices/store.ts'

/** Longer than the calls of a batch take. */
const leaseSeconds = 60

export type MailRequestRow = {
  id: string
  userId: string
  template: MailTemplate
  occurrenceIds: readonly number[]
  /** Null if the mailbox refuses mail. */
  linkKey: Buffer | null
}

/** Whether mails must be requested or digests prepared now. */
export const findDueMails = async (db: Db): Promise<{ requests: boolean; digests: boolean }> => {
  const { rows } = await db.query<{ requests: boolean; digests: boolean }>({
    name: 'due-mails',
    text: `SELECT EXISTS (SELECT FROM mail_requests WHERE not_before <= now()) AS requests,
      EXISTS (SELECT FROM digests WHERE due_at <= now()) AS digests`,
  })
  return onlyRow(rows)
}

/** Takes mails that are due, those about one notice first. Several instances take different ones. */
export const claimMailRequests = async (db: Db, limit: number): Promise<MailRequestRow[]> => {
  for (const isDigest of [false, true]) {
    const { rows } = await db.query<{ id: string }>(
      `UPDATE mail_requests SET not_before = now() + ${leaseSeconds} * interval '1 second'
       WHERE id IN (
         SELECT id FROM mail_requests WHERE (template <> 'notice') = $1 AND not_before <= now()
         ORDER BY not_before LIMIT $2 FOR UPDATE SKIP LOCKED
       )
       RETURNING id`,
      [isDigest, limit],
    )
    if (rows.length > 0)
      return describe(
        db,
        rows.map(({ id }) => id),
      )
  }
  return []
}

const describe = async (db: Db, ids: readonly string[]): Promise<MailRequestRow[]> => {
  await db.query(
    `INSERT INTO recipients (user_id)
     SELECT DISTINCT user_id FROM mail_requests WHERE id = ANY ($1) ORDER BY user_id
     ON CONFLICT DO NOTHING`,
    [ids],
  )
  const { rows } = await db.query<MailRequestRow>(
    `SELECT id, user_id AS "userId", template, occurrence_ids AS "occurrenceIds",
       CASE WHEN refused_at IS NULL THEN link_key END AS "linkKey"
     FROM mail_requests JOIN recipients USING (user_id) WHERE id = ANY ($1) ORDER BY id`,
    [ids],
  )
  return rows
}

export type RequestedNotice = NoticeRow & { mailId: string }

/**
 * The newest notices of each mail that are still unread and wanted by mail, newest first, with the number of all of them.
 */
export const readRequestedNotices = async (
  db: Db,
  mails: readonly MailRequestRow[],
  limit: number,
): Promise<(RequestedNotice & { total: number })[]> => {
  const { rows } = await db.query<RequestedNotice & { total: number }>(
    `SELECT mail.id AS "mailId", picked.*
     FROM mail_requests AS mail CROSS JOIN LATERAL (
       SELECT ${noticeColumns}, count(*) OVER () AS total
       FROM notices JOIN occurrences ON occurrences.id = occurrence_id
         LEFT JOIN mail_frequencies AS chosen
           ON chosen.user_id = mail.user_id AND chosen.kind = notices.kind
       WHERE notices.user_id = mail.user_id AND occurrence_id = ANY (mail.occurrence_ids) AND NOT read
         AND mail_frequency(chosen.frequency, notices.kind) <> 'never'
       ORDER BY occurrence_id DESC LIMIT $2
     ) AS picked
     WHERE mail.id = ANY ($1)`,
    [mails.map(({ id }) => id), limit],
  )
  return rows
}

export const deleteMailRequests = async (
  db: Db,
  mails: readonly MailRequestRow[],
): Promise<void> => {
  await db.query('DELETE FROM mail_requests WHERE id = ANY ($1)', [mails.map(({ id }) => id)])
}
