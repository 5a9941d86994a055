import type { Db } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'
import { storeVersion } from './store.ts'

/**
 * Changes the name of the target of a locked submission, which moves it to the business of that name. The former text
 * stays readable as a version. The caller raises the version. Take `lockDecisions` before: a merge of businesses locks
 * names before submissions.
 */
export const renameTarget = async (
  db: Db,
  { id, target_name }: Pick<SubmissionRow, 'id' | 'target_name'>,
  targetName: string,
): Promise<void> => {
  if (target_name === targetName) return
  await storeVersion(db, id)
  await db.query(
    `UPDATE submissions SET target_name = $2, business_id = find_or_make_business($2, category),
       edited_at = now(), text_version = version + 1
     WHERE id = $1`,
    [id, targetName],
  )
}
