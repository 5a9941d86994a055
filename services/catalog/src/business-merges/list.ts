import type { BusinessMergeRecord } from '@answerable/contracts/business-merges'
import { mergeUndoDays } from '@answerable/contracts/merges'
import type { Db } from '@answerable/service-kit/db'

/** Whether a merge has no later one of the remaining business, which must be undone first. */
export const isLatestMerge = `NOT EXISTS (
  SELECT FROM business_merges AS later
  WHERE later.undone_at IS NULL AND later.id <> merge.id AND later.merged_at >= merge.merged_at
    AND merge.into_id IN (later.from_id, later.into_id)
)`

const mostMerges = 100

const link = (table: string): string =>
  `json_build_object('id', ${table}.id, 'slug', ${table}.slug, 'name', ${table}.name)`

type Row = Pick<BusinessMergeRecord, 'from' | 'into'> & {
  id: string
  merged_at: Date
  undoable_until: Date | null
}

/** The merges of a business that are not undone, latest first. */
export const readMerges = async (db: Db, id: string): Promise<BusinessMergeRecord[]> => {
  const { rows } = await db.query<Row>(
    `SELECT merge.id, ${link('one')} AS from, ${link('other')} AS into, merged_at,
       CASE WHEN merged_at > now() - $2 * interval '1 day' AND ${isLatestMerge}
         THEN merged_at + $2 * interval '1 day' END AS undoable_until
     FROM business_merges AS merge
     JOIN businesses AS one ON one.id = from_id JOIN businesses AS other ON other.id = into_id
     WHERE undone_at IS NULL AND $1 IN (from_id, into_id)
     ORDER BY merged_at DESC, merge.id LIMIT ${mostMerges}`,
    [id, mergeUndoDays],
  )
  return rows.map(({ id: decisionId, merged_at, undoable_until, ...sides }) => ({
    decisionId,
    ...sides,
    mergedAt: merged_at.toISOString(),
    undoableUntil: undoable_until?.toISOString() ?? null,
  }))
}
