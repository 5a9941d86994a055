import {
  maxTransparencyMonths,
  minShownCount,
  type SharedCount,
} from '@answerable/contracts/transparency'
import type { Db } from '@answerable/service-kit/db'

/** A row of a month. The kind and the reason are empty where a figure has none. */
export type FigureRow = {
  month: string
  figure:
    | 'decisions'
    | 'median-hours'
    | 'released'
    | 'voided'
    | 'appeals'
    | 'notices'
    | 'responses'
    | 'flags'
    | 'held'
  kind: string
  reason: string
  value: number
}

/** The public figures, latest month first. Triggers count them (migrations/0054_transparency.sql). */
export const readFigures = async (db: Db, month: string | undefined): Promise<FigureRow[]> => {
  const { rows } = await db.query<FigureRow>({
    name: 'read-transparency',
    text: `WITH figures AS (
        SELECT month, figure, kind, reason, value FROM transparency_figures
        UNION ALL SELECT month, figure, '', '', published FROM guarded_figures
      )
      SELECT to_char(month, 'YYYY-MM') AS month, figure, kind, reason, value FROM figures
      WHERE month IN (
        SELECT month FROM figures WHERE $1::text IS NULL OR month = ($1 || '-01')::date
        GROUP BY month ORDER BY month DESC LIMIT ${maxTransparencyMonths}
      )
      ORDER BY figures.month DESC, figure, kind, reason`,
    values: [month ?? null],
  })
  return rows
}

/**
 * Adds new flags and held votes to the numbers of their months, where they come from at least `minShownCount` accounts.
 * A vote that is withdrawn and cast again counts once. What is left of a month is forgotten when the next one has ended.
 */
export const publishGuardedFigures = async (db: Db): Promise<void> => {
  await db.query(
    `WITH ready AS (
       SELECT month, figure FROM uncounted_events
       GROUP BY month, figure HAVING count(DISTINCT account) >= $1
     ), counted AS (
       DELETE FROM uncounted_events USING ready
       WHERE uncounted_events.month = ready.month AND uncounted_events.figure = ready.figure
       RETURNING uncounted_events.month, uncounted_events.figure, account, subject
     )
     INSERT INTO guarded_figures AS known (month, figure, published)
     SELECT month, figure, count(DISTINCT (account, subject)) FROM counted GROUP BY month, figure
     ON CONFLICT (month, figure) DO UPDATE SET published = known.published + excluded.published`,
    [minShownCount],
  )
  await db.query(`DELETE FROM uncounted_events WHERE month < month_of(now()) - interval '1 month'`)
}

/** Stores the numbers of appeals and notices. They only grow, so a lower one is older. */
export const storeCounts = async (db: Db, counts: readonly SharedCount[]): Promise<void> => {
  await db.query(
    `INSERT INTO transparency_figures AS known (month, figure, kind, reason, value)
     SELECT month, figure, outcome, "reasonCode", count
     FROM jsonb_to_recordset($1) AS given (
       month date, figure text, outcome text, "reasonCode" text, count bigint
     ) ORDER BY 1, 2, 3, 4
     ON CONFLICT (month, figure, kind, reason) DO UPDATE SET value = excluded.value
     WHERE known.value < excluded.value`,
    [JSON.stringify(counts)],
  )
}
