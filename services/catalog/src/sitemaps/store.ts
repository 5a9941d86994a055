import { maxSitemapEntries, type SitemapEntry } from '@answerable/contracts/sitemaps'
import type { Db } from '@answerable/service-kit/db'
import type { DayCount, PartBounds } from './rules.ts'

/** From counters. */
export const countBoycottsByDay = async (db: Db): Promise<DayCount[]> => {
  const { rows } = await db.query<DayCount>({
    name: 'count-boycotts-by-day',
    text: `SELECT day::text, count::integer FROM public_counts
      WHERE category = '' AND country = '' AND day <> '-infinity' AND count > 0 ORDER BY day`,
  })
  return rows
}

export const countBusinessesByDay = async (db: Db): Promise<DayCount[]> => {
  const { rows } = await db.query<DayCount>({
    name: 'count-businesses-by-day',
    text: `SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::integer AS count
      FROM businesses WHERE listed GROUP BY 1 ORDER BY 1`,
  })
  return rows
}

/** With the latest change of the text, the timeline or the discussion. */
export const readBoycotts = async (db: Db, bounds: PartBounds): Promise<SitemapEntry[]> => {
  const { rows } = await db.query<SitemapEntry>({
    name: 'read-sitemap-boycotts',
    text: `SELECT submission_id AS name, ${instant(`greatest(
          facets.created_at,
          (SELECT edited_at FROM submissions WHERE id = submission_id),
          (SELECT max(at) FROM occurrences WHERE occurrences.submission_id = facets.submission_id),
          (SELECT max(greatest(created_at, edited_at)) FROM comments
            WHERE comments.submission_id = facets.submission_id AND state = 'shown')
        )`)} AS "changedAt"
      FROM submission_facets AS facets
      WHERE approved AND facets.created_at >= $1 AND facets.created_at < $2
        AND submission_id >= $3 AND submission_id < $4
      ORDER BY facets.created_at DESC, submission_id LIMIT ${maxSitemapEntries}`,
    values: [bounds.from, bounds.before, bounds.fromId, bounds.beforeId],
  })
  return rows
}

/** Without times: nothing records when the facts of a business changed. */
export const readBusinesses = async (db: Db, bounds: PartBounds): Promise<SitemapEntry[]> => {
  const { rows } = await db.query<SitemapEntry>({
    name: 'read-sitemap-businesses',
    text: `SELECT slug AS name, NULL AS "changedAt" FROM businesses
      WHERE listed AND created_at >= $1 AND created_at < $2 AND id >= $3 AND id < $4
      ORDER BY created_at DESC, id LIMIT ${maxSitemapEntries}`,
    values: [bounds.from, bounds.before, bounds.fromId, bounds.beforeId],
  })
  return rows
}

const instant = (time: string): string =>
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
