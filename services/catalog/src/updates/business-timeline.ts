import {
  type BusinessTimelineEntry,
  maxTimelinePage,
  type TimelineEntry,
  timelinePageSize,
} from '@answerable/contracts/timeline'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { entryColumns, entryJoins, entryOf } from './timeline.ts'

/** A business has few boycotts: the latest entries of each are found in its index. */
const boycotts = `(SELECT submission_id AS id FROM submission_facets WHERE business_id = $1 AND approved)`

/** One page of what happened to the boycotts of a business, newest first. */
export const readBusinessEntries = async (
  db: Db,
  businessId: string,
  page: number,
): Promise<{ entries: BusinessTimelineEntry[]; total: number }> => {
  const { rows: counts } = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${boycotts} AS boycotts
     JOIN occurrences ON submission_id = boycotts.id`,
    [businessId],
  )
  const { rows } = await db.query<{
    submission: BusinessTimelineEntry['submission']
    entry: TimelineEntry & { at: string }
  }>(
    `SELECT json_build_object('id', submissions.id, 'targetName', target_name) AS submission,
       ${entryColumns}
     FROM (
       SELECT latest.* FROM ${boycotts} AS boycotts
       CROSS JOIN LATERAL (
         SELECT * FROM occurrences WHERE submission_id = boycotts.id ORDER BY at DESC, id DESC LIMIT $4
       ) AS latest
       ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3
     ) AS page
     JOIN submissions ON submissions.id = page.submission_id ${entryJoins}
     ORDER BY at DESC, page.id DESC`,
    [businessId, timelinePageSize, (page - 1) * timelinePageSize, page * timelinePageSize],
  )
  return {
    entries: rows.map(({ submission, entry }) => ({ submission, entry: entryOf({ entry }) })),
    total: Math.min(onlyRow(counts).count, maxTimelinePage * timelinePageSize),
  }
}
