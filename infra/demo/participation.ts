import type { Db } from '@answerable/service-kit/db'
import { sampleMember } from './notifications.ts'

/** About a third of those who voted for a boycott take part in it; the sample member in all that they voted for. */
export const seedParticipation = async (db: Db): Promise<void> => {
  await db.query(
    `INSERT INTO catalog.participations (user_id, submission_id, value, created_at)
     SELECT votes.user_id, votes.submission_id, 1,
       submissions.created_at + (now() - submissions.created_at)
         * get_byte(sha256(convert_to(votes.user_id::text || submission_id, 'UTF8')), 1) / 256
     FROM catalog.votes JOIN catalog.submissions ON submissions.id = submission_id
     JOIN auth.users ON users.id = user_id
     WHERE value = 1 AND approved AND suspended_at IS NULL
       AND (email = $1
         OR get_byte(sha256(convert_to(user_id::text || submission_id, 'UTF8')), 0) < 90)
       AND NOT EXISTS (
         SELECT FROM catalog.holds
         WHERE holds.submission_id = votes.submission_id AND holds.user_id = votes.user_id
       )`,
    [sampleMember.email],
  )
  await db.query(
    `UPDATE catalog.submissions SET participant_count = joined.count
     FROM (
       SELECT submission_id, count(*) AS count FROM catalog.participations GROUP BY submission_id
     ) AS joined WHERE id = submission_id`,
  )
  // The running site counts the people of each business within seconds; the demo has them from the start.
  await db.query("SELECT catalog.count_participants('', 1000)")
}
