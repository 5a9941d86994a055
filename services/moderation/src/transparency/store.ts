import type { SharedCount } from '@answerable/contracts/transparency'
import type { Db } from '@answerable/service-kit/db'

/** The numbers of appeals and notices of all months, or of this month and the one before. */
export const readCounts = async (db: Db, months: 'all' | 'recent'): Promise<SharedCount[]> => {
  const { rows } = await db.query<SharedCount>({
    name: 'read-moderation-counts',
    text: `SELECT month::text, figure, outcome, "reasonCode", count FROM (
        SELECT month, 'appeals' AS figure, outcome, '' AS "reasonCode", appeals AS count
        FROM appeal_counts
        UNION ALL SELECT month, 'notices', outcome, reason, notices FROM notice_counts
      ) AS counts
      WHERE $1 OR month >= (now() AT TIME ZONE 'UTC')::date - interval '2 months'
      ORDER BY month, figure, outcome, "reasonCode"`,
    values: [months === 'all'],
  })
  return rows
}
