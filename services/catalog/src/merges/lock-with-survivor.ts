import type { Db } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'
import { lockSubmission } from '../submissions/store.ts'
import { findMergedInto } from './redirects.ts'
import { lockSubmissions } from './store.ts'

/**
 * Locks a submission and, in id order, the one that it was merged into, whose page shows its sections. Returns the
 * former; null if it does not exist.
 */
export const lockWithSurvivor = async (db: Db, id: string): Promise<SubmissionRow | null> => {
  const into = await findMergedInto(db, id)
  if (into !== null) await lockSubmissions(db, [id, into])
  return lockSubmission(db, id)
}
