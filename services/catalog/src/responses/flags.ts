import type { FlagReason } from '@answerable/contracts/flags'
import { flagResponse } from '@answerable/contracts/responses'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { refuseSuspended } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { lockSubmission } from '../submissions/store.ts'
import { storeVoter } from '../votes/voters.ts'
import type { ResponseRow } from './rows.ts'
import { findResponse, isSubmissionShown } from './store.ts'

export const responseFlags = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, flagResponse, async ({ params, body, viewer }) => {
    await transaction(pool, async (db) => {
      await storeVoter(db, viewer)
      const { submission_id } = await existingResponse(db, params.id)
      await lockSubmission(db, submission_id)
      const response = await existingResponse(db, params.id)
      if (!(await isSubmissionShown(db, submission_id))) throw new AppError('response_not_found')
      await refuseSuspended(db, viewer.id)
      if (response.state !== 'shown') throw new AppError('response_closed')
      if (!(await insertFlag(db, response, { userId: viewer.id, ...body })))
        throw new AppError('already_flagged', {
          message: 'You have already flagged this response.',
        })
    })
    return { flagged: true as const }
  })
}

const existingResponse = async (db: Db, id: string): Promise<ResponseRow> => {
  const row = await findResponse(db, id)
  if (row === null) throw new AppError('response_not_found')
  return row
}

/** Stores and counts a flag; false if this mailbox has flagged the response before. */
const insertFlag = async (
  db: Db,
  { id, content }: ResponseRow,
  flag: { userId: string; reasonCode?: FlagReason | undefined; reason: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `WITH added AS (
       INSERT INTO response_flags (response_id, user_id, reason_code, reason, flagged_text)
       SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
         SELECT FROM voters JOIN voters AS alias USING (voter_id)
         JOIN response_flags AS flags ON flags.user_id = alias.user_id AND flags.response_id = $1
         WHERE voters.user_id = $2
       )
       ON CONFLICT ON CONSTRAINT one_flag_per_user_and_response DO NOTHING RETURNING response_id
     )
     UPDATE responses SET flag_count = flag_count + 1, version = version + 1
     FROM added WHERE id = response_id`,
    [id, flag.userId, flag.reasonCode ?? null, flag.reason, content],
  )
  return rowCount === 1
}

/** Closes the open flags of a locked response and returns their reporters. */
export const closeFlags = async (db: Db, id: string, decisionId: string): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    `UPDATE response_flags SET closed_at = now(), closed_by = $2
     WHERE response_id = $1 AND closed_at IS NULL RETURNING user_id`,
    [id, decisionId],
  )
  await db.query('UPDATE responses SET flag_count = 0 WHERE id = $1', [id])
  return rows.map(({ user_id }) => user_id)
}

/** The reporters of the open flags. */
export const findReporters = async (db: Db, id: string): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM response_flags WHERE response_id = $1 AND closed_at IS NULL',
    [id],
  )
  return rows.map(({ user_id }) => user_id)
}

/** Erases a deleted account: its flags, its representations, and its name on what it wrote for a business. */
export const eraseRepresentative = async (db: Db, userId: string): Promise<void> => {
  await db.query(
    `WITH unflagged AS (
       DELETE FROM response_flags WHERE user_id = $1 RETURNING response_id, closed_at IS NULL AS is_open
     )
     UPDATE responses SET flag_count = flag_count - 1 FROM unflagged WHERE id = response_id AND is_open`,
    [userId],
  )
  await db.query('DELETE FROM representatives WHERE user_id = $1', [userId])
  await db.query('UPDATE responses SET author_id = NULL WHERE author_id = $1', [userId])
  await db.query('UPDATE response_versions SET author_id = NULL WHERE author_id = $1', [userId])
}
