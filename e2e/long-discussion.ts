import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'

/** The boycott of the demo whose comments fill more than one page. */
export const discussedTarget = 'Centrale Danone, Sidi Ali and Afriquia'
export const addedComments = 60

export const letDiscussionBeLong = async (ownerUrl: string): Promise<void> => {
  const log = createLog({ service: 'e2e', level: 'warn' })
  const db = openPool({ url: ownerUrl, max: 1, name: 'e2e', log })
  await db.query(
    `WITH discussed AS (
       UPDATE catalog.submissions
       SET comment_count = comment_count + $2, version = version + 1
       WHERE target_name = $1 RETURNING id, author_id
     )
     INSERT INTO catalog.comments (id, submission_id, author_id, content, created_at)
     SELECT gen_random_uuid(), discussed.id, author_id, 'Remark ' || remark || '.',
       now() - interval '1 year' - remark * interval '1 minute'
     FROM discussed, generate_series(1, $2) AS remark`,
    [discussedTarget, addedComments],
  )
  await db.end()
}
