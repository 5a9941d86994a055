import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'

/**
 * Adds numbered comments to submissions, given by id or target name, one a minute from a year ago backwards.
 * Writes to the database, because the rate limits of members allow only a few.
 */
export const addComments = async (
  ownerUrl: string,
  added: { submissions: readonly string[]; count: number; characters: number },
): Promise<void> => {
  const log = createLog({ service: 'tests', level: 'warn' })
  const db = openPool({ url: patientUrl(ownerUrl), max: 1, name: 'tests', log })
  await db.query(
    `WITH discussed AS (
       UPDATE catalog.submissions
       SET comment_count = comment_count + $2, version = version + 1
       WHERE id = ANY ($1) OR target_name = ANY ($1) RETURNING id, author_id
     )
     INSERT INTO catalog.comments (id, submission_id, author_id, content, created_at)
     SELECT gen_random_uuid(), discussed.id, author_id,
       rpad('Remark ' || number || '.', $3, ' Worth reading.'),
       now() - interval '1 year' - number * interval '1 minute'
     FROM discussed, generate_series(1, $2) AS number`,
    [added.submissions, added.count, added.characters],
  )
  await db.end()
}
