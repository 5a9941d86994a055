import {
  type Impact,
  type ImpactMonth,
  maxImpactMonths,
  type Outcome,
} from '@answerable/contracts/impact'
import type { Status } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { joinedTo } from '../merges/joined.ts'

/** The figures, from counters that triggers keep (migrations/0031_status_and_impact.sql). */
export const readImpactFigures = async (db: Db, month: string | undefined): Promise<Impact> => {
  const { rows } = await db.query<Omit<Impact, 'months'>>({
    name: 'read-impact',
    text: `SELECT ${withStatus('active')} AS active, ${withStatus('met')} AS met,
        ${withStatus('partly-met')} AS "partlyMet", ${ofAllMonths('active')} AS asked,
        ${ofAllMonths('responded')} AS responded, (${medianDays}) AS "medianDays"`,
  })
  return { ...onlyRow(rows), months: await readMonths(db, month) }
}

const withStatus = (status: Status): string => `coalesce((
  SELECT count FROM status_counts
  WHERE status = '${status}' AND category = '' AND country = '' AND day = '-infinity'), 0)`

const ofAllMonths = (kind: string): string =>
  `coalesce((SELECT sum(count)::bigint FROM impact_months WHERE kind = '${kind}'), 0)`

/** The number of days up to which half of the responses came. One row for each number of days. */
const medianDays = `SELECT min(days) FROM (
    SELECT days, sum(count) OVER (ORDER BY days) AS up_to, sum(count) OVER () AS all_counts
    FROM response_days
  ) AS counted WHERE all_counts > 0 AND 2 * up_to >= all_counts`

const readMonths = async (db: Db, month: string | undefined): Promise<ImpactMonth[]> => {
  const { rows } = await db.query<ImpactMonth>({
    name: 'read-impact-months',
    text: `SELECT to_char(month, 'YYYY-MM') AS month, ${inMonth('active')}, ${inMonth('responded')},
        ${inMonth('met')}, ${inMonth('partly-met', 'partlyMet')}, ${inMonth('ended')}
      FROM impact_months WHERE count > 0 AND ($1::text IS NULL OR month = ($1 || '-01')::date)
      GROUP BY month ORDER BY impact_months.month DESC LIMIT ${maxImpactMonths}`,
    values: [month ?? null],
  })
  return rows.reverse()
}

const inMonth = (kind: string, name = kind): string =>
  `coalesce(sum(count) FILTER (WHERE kind = '${kind}'), 0)::integer AS "${name}"`

/** One page of the demands that were met, with the update that says so, of the boycott or one merged into it. */
export const readOutcomes = async (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ outcomes: Outcome[]; total: number }> => {
  const { rows } = await db.query<Omit<Outcome, 'confirmedAt'> & { confirmedAt: Date }>({
    name: 'read-outcomes',
    text: `SELECT json_build_object('id', submissions.id, 'targetName', target_name,
          'business', json_build_object(
            'id', businesses.id, 'slug', businesses.slug, 'name', businesses.name),
          'demand', coalesce(latest.demand, submissions.demand), 'status', submissions.status) AS submission,
        happened_on::text AS date, content AS text, source, decided_at AS "confirmedAt"
      FROM (
        SELECT submission_id, outcome, outcome_at FROM impact_records
        WHERE public AND outcome IN ('met', 'partly-met')
        ORDER BY outcome_at DESC, submission_id LIMIT $1 OFFSET $2
      ) AS records
      JOIN submissions ON submissions.id = submission_id
      JOIN businesses ON businesses.id = business_id
      CROSS JOIN LATERAL (
        WITH RECURSIVE ${joinedTo('records.submission_id')}
        SELECT happened_on, content, source, decided_at, reported.demand
        FROM joined JOIN updates ON updates.submission_id = joined.id
        JOIN submissions AS reported ON reported.id = joined.id
        WHERE state = 'confirmed' AND updates.status = outcome
        ORDER BY decided_at DESC, updates.id DESC LIMIT 1
      ) AS latest
      ORDER BY outcome_at DESC, submissions.id`,
    values: [limit, (page - 1) * limit],
  })
  const { rows: totals } = await db.query<{ total: number }>(
    `SELECT ${ofAllMonths('met')} + ${ofAllMonths('partly-met')} AS total`,
  )
  return {
    outcomes: rows.map((row) => ({ ...row, confirmedAt: row.confirmedAt.toISOString() })),
    total: onlyRow(totals).total,
  }
}
