import {
  type BusinessTimelineEntry,
  maxTimelinePage,
  type TimelineEntry,
  timelinePageSize,
} from '@answerable/contracts/timeline'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { entryColumns, entryJoins, entryOf } from './timeline.ts'

/**
 * The boycotts of a business, and those that were merged into them, with the boycott that is shown. A business has few:
 * the latest entries of each are found in its index.
 */
const boycotts = `WITH RECURSIVE boycotts (id, shown_id) AS (
  SELECT submission_id, submission_id FROM submission_facets WHERE business_id = $1 AND approved
  UNION ALL
  SELECT from_id, shown_id FROM boycotts JOIN merges ON into_id = boycotts.id AND undone_at IS NULL
)`

/** One page of what happened to the boycotts of a business, newest first. */
export const readBusinessEntries = async (
  db: Db,
  businessId: string,
  page: number,
): Promise<{ entries: BusinessTimelineEntry[]; total: number }> => {
  const { rows: counts } = await db.query<{ count: number }>(
    `${boycotts} SELECT count(*) AS count FROM boycotts
     JOIN occurrences ON submission_id = boycotts.id`,
    [businessId],
  )
  const { rows } = await db.query<{
    submission: BusinessTimelineEntry['submission']
    entry: TimelineEntry & { at: string }
  }>(
    `${boycotts}
     SELECT json_build_object('id', submissions.id, 'targetName', submissions.target_name) AS submission,
       ${entryColumns}
     FROM (
       SELECT latest.*, shown_id FROM boycotts
       CROSS JOIN LATERAL (
         SELECT * FROM occurrences WHERE submission_id = boycotts.id ORDER BY at DESC, id DESC LIMIT $4
       ) AS latest
       ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3
     ) AS page
     JOIN submissions ON submissions.id = page.shown_id ${entryJoins}
     ORDER BY at DESC, page.id DESC`,
    [businessId, timelinePageSize, (page - 1) * timelinePageSize, page * timelinePageSize],
  )
  return {
    entries: rows.map(({ submission, entry }) => ({ submission, entry: entryOf({ entry }) })),
    total: Math.min(onlyRow(counts).count, maxTimelinePage * timelinePageSize),
  }
}
