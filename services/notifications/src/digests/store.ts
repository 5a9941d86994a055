import { type Pool, transaction } from '@answerable/service-kit/db'

/** Members whose digests are prepared in one transaction. */
const batchSize = 500

/**
 * Prepares the next digests that are due: collects the unread notices that no mail has had, requests one mail for them
 * and marks them, in one transaction. Several instances take different members. Returns the number of digests looked
 * at.
 */
export const prepareDigests = (pool: Pool): Promise<number> =>
  transaction(pool, async (db) => {
    const { rows: due } = await db.query<{ user_id: string; frequency: string }>(
      `SELECT user_id, frequency FROM digests WHERE due_at <= now()
       ORDER BY due_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
    )
    if (due.length === 0) return 0
    const them = [due.map(({ user_id }) => user_id), due.map(({ frequency }) => frequency)]
    await db.query(
      `WITH those AS (
         SELECT * FROM unnest($1::uuid[], $2::text[]) AS due (user_id, due_frequency)
         WHERE NOT EXISTS (
           SELECT FROM recipients
           WHERE recipients.user_id = due.user_id AND refused_at IS NOT NULL)
       ), marked AS (
         UPDATE notices SET mailed = true
         FROM those, occurrences
         WHERE notices.user_id = those.user_id AND NOT read AND NOT mailed
           AND occurrences.id = notices.occurrence_id
           AND occurrences.created_at > now() - interval '8 days'
           AND due_frequency = mail_frequency((
             SELECT frequency FROM mail_frequencies AS chosen
             WHERE chosen.user_id = notices.user_id AND chosen.kind = notices.kind), notices.kind)
         RETURNING notices.user_id, due_frequency, notices.occurrence_id
       )
       INSERT INTO mail_requests (user_id, template, occurrence_ids)
       SELECT user_id, due_frequency, array_agg(occurrence_id ORDER BY occurrence_id DESC)
       FROM marked GROUP BY user_id, due_frequency`,
      them,
    )
    await db.query(
      `UPDATE digests SET due_at = 'infinity'
       FROM unnest($1::uuid[], $2::text[]) AS due (user_id, frequency)
       WHERE digests.user_id = due.user_id AND digests.frequency = due.frequency`,
      them,
    )
    return due.length
  })
