import type { FlagReason } from '@answerable/contracts/flags'
import type { Db } from '@answerable/service-kit/db'
import { staysUnvoted } from '../submission-versions/rules.ts'
import type { SubmissionRow } from '../submissions/rows.ts'

/**
 * Stores a flag of a locked submission with the current text; false if this user, or another account of the same
 * mailbox, has flagged the submission before.
 */
export const insertFlag = async (
  db: Db,
  submission: SubmissionRow,
  flag: { userId: string; reasonCode?: FlagReason | undefined; reason: string },
): Promise<boolean> => {
  const { target_name, location, reasons, sources } = submission
  const { rowCount } = await db.query(
    `INSERT INTO flags (submission_id, user_id, reason_code, reason, flagged_text)
     SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
       SELECT FROM voters JOIN voters AS alias USING (voter_id)
       JOIN flags ON flags.user_id = alias.user_id AND flags.submission_id = $1
       WHERE voters.user_id = $2
     )
     ON CONFLICT ON CONSTRAINT one_flag_per_user DO NOTHING`,
    [
      submission.id,
      flag.userId,
      flag.reasonCode ?? null,
      flag.reason,
      JSON.stringify({ targetName: target_name, location, reasons, sources }),
    ],
  )
  return rowCount === 1
}

/** Counts an open flag of a submission. */
export const countFlag = async (db: Db, submissionId: string): Promise<void> => {
  await db.query(
    `UPDATE submissions SET flag_count = flag_count + 1, version = version + 1,
       ${staysUnvoted}
     WHERE id = $1`,
    [submissionId],
  )
}
