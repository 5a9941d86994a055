import { type TimelineEntry, timelinePageSize } from '@answerable/contracts/timeline'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { joined } from '../merges/joined.ts'

/** The entries in SQL, with the texts of confirmed updates. `origin` is the submission of an entry. */
export const entryColumns = `jsonb_build_object('kind', kind, 'at', to_json(at)) || details
  || CASE WHEN updates.id IS NULL THEN '{}' ELSE jsonb_build_object(
    'date', happened_on, 'text', content, 'source', source, 'status', updates.status) END
  || CASE WHEN origin.merged_into IS NULL THEN '{}'
    ELSE jsonb_build_object('mergedFrom', origin.target_name) END AS entry`
export const entryJoins = `JOIN submissions AS origin ON origin.id = page.submission_id
  LEFT JOIN updates ON kind = 'update' AND updates.id = (details ->> 'updateId')::uuid`

type EntryRow = { entry: TimelineEntry & { at: string } }

export const entryOf = ({ entry }: EntryRow): TimelineEntry => ({
  ...entry,
  at: new Date(entry.at).toISOString(),
})

/**
 * One page of a timeline, newest first, with the entries of merged submissions. Its oldest entry is the proposal.
 */
export const readEntries = async (
  db: Db,
  { id, createdAt }: { id: string; createdAt: string },
  page: number,
): Promise<{ entries: TimelineEntry[]; total: number }> => {
  const { rows: counts } = await db.query<{ count: number }>(
    `WITH RECURSIVE ${joined}
     SELECT count(*) AS count FROM joined JOIN occurrences ON submission_id = joined.id`,
    [id],
  )
  const { count } = onlyRow(counts)
  const offset = (page - 1) * timelinePageSize
  const { rows } = await db.query<EntryRow>(
    `WITH RECURSIVE ${joined}
     SELECT ${entryColumns} FROM (
       SELECT occurrences.* FROM joined JOIN occurrences ON submission_id = joined.id
       ORDER BY at DESC, occurrences.id DESC LIMIT $2 OFFSET $3
     ) AS page ${entryJoins} ORDER BY at DESC, page.id DESC`,
    [id, timelinePageSize, offset],
  )
  const isLast = offset <= count && count < offset + timelinePageSize
  return {
    entries: [
      ...rows.map(entryOf),
      ...(isLast ? [{ kind: 'proposed' as const, at: createdAt }] : []),
    ],
    total: count + 1,
  }
}
