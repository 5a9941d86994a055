import type { Db } from '@answerable/service-kit/db'

/** The last merge of a submission: the one that it was merged into, and the administrator. */
export const findLastMerge = async (
  db: Db,
  submissionId: string,
): Promise<{ intoId: string; moderatorId: string } | null> => {
  const { rows } = await db.query<{ intoId: string; moderatorId: string }>(
    `SELECT into_id AS "intoId", admin_id AS "moderatorId" FROM decisions
     WHERE submission_id = $1 AND kind = 'merge' AND state = 'applied'
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [submissionId],
  )
  return rows[0] ?? null
}
