import { type ErrorGroup, errorTrend } from '@answerable/contracts/diagnostics'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import type { Batch } from './queue.ts'

/** Adds sightings to their groups. */
export const writeBatches = async (pool: Pool, batches: readonly Batch[]): Promise<void> => {
  // One order for every instance, so that two never wait for each other.
  const ordered = batches.toSorted((one, other) =>
    one.sighting.fingerprint < other.sighting.fingerprint ? -1 : 1,
  )
  await transaction(pool, async (db) => {
    await writeGroups(db, ordered)
    await writeCounts(db, ordered)
  })
}

const writeGroups = async (db: Db, batches: readonly Batch[]): Promise<void> => {
  await db.query(
    `INSERT INTO error_groups AS old
       (fingerprint, rule, release, example, reports, first_seen_at, last_seen_at)
     SELECT decode(fingerprint, 'hex'), rule, release, example, reports, first_at, last_at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::bigint[], $6::timestamptz[],
                 $7::timestamptz[])
       AS seen (fingerprint, rule, release, example, reports, first_at, last_at)
     ON CONFLICT (fingerprint) DO UPDATE SET
       rule = excluded.rule,
       release = coalesce(excluded.release, old.release),
       example = excluded.example,
       reports = old.reports + excluded.reports,
       first_seen_at = least(old.first_seen_at, excluded.first_seen_at),
       last_seen_at = greatest(old.last_seen_at, excluded.last_seen_at)`,
    [
      batches.map(({ sighting }) => sighting.fingerprint),
      batches.map(({ sighting }) => sighting.rule),
      batches.map(({ sighting }) => sighting.release),
      batches.map(({ sighting }) => JSON.stringify(sighting.example)),
      batches.map(({ reportsByHour }) => [...reportsByHour.values()].reduce((a, b) => a + b, 0)),
      batches.map(({ firstAt }) => firstAt),
      batches.map(({ lastAt }) => lastAt),
    ],
  )
}

const writeCounts = async (db: Db, batches: readonly Batch[]): Promise<void> => {
  const rows = batches.flatMap(({ sighting, reportsByHour }) =>
    [...reportsByHour].map(([hour, reports]) => ({
      fingerprint: sighting.fingerprint,
      hour: new Date(hour),
      reports,
    })),
  )
  await db.query(
    `INSERT INTO error_counts AS old (fingerprint, hour, reports)
     SELECT decode(fingerprint, 'hex'), hour, reports
     FROM unnest($1::text[], $2::timestamptz[], $3::int[]) AS seen (fingerprint, hour, reports)
     ON CONFLICT (fingerprint, hour) DO UPDATE SET reports = old.reports + excluded.reports`,
    [
      rows.map(({ fingerprint }) => fingerprint),
      rows.map(({ hour }) => hour),
      rows.map(({ reports }) => reports),
    ],
  )
}

const orders = {
  recent: 'last_seen_at DESC, fingerprint',
  frequent: 'reports DESC, last_seen_at DESC, fingerprint',
}

type GroupRow = {
  fingerprint: string
  rule: string | null
  release: string | null
  example: ErrorGroup['example']
  reports: number
  first_seen_at: Date
  last_seen_at: Date
}

export const readGroups = async (
  db: Db,
  page: { sort: keyof typeof orders; limit: number; offset: number },
): Promise<GroupRow[]> => {
  const { rows } = await db.query<GroupRow>(
    `SELECT encode(fingerprint, 'hex') AS fingerprint, rule, release, example, reports,
            first_seen_at, last_seen_at
     FROM error_groups ORDER BY ${orders[page.sort]} LIMIT $1 OFFSET $2`,
    [page.limit, page.offset],
  )
  return rows
}

export const countGroups = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ total: number }>('SELECT count(*) AS total FROM error_groups')
  return rows[0]?.total ?? 0
}

/** Reports of each group by how many hours or days (UTC) ago they came. */
export const readTrend = async (
  db: Db,
  options: { fingerprints: readonly string[]; unit: 'hour' | 'day'; now: Date },
): Promise<{ fingerprint: string; ago: number; reports: number }[]> => {
  const { rows } = await db.query<{ fingerprint: string; ago: number; reports: number }>(
    `SELECT encode(fingerprint, 'hex') AS fingerprint,
            (extract(epoch FROM date_trunc($2, $3::timestamptz, 'UTC')
                              - date_trunc($2, hour, 'UTC')) / $4)::int AS ago,
            sum(reports)::int AS reports
     FROM error_counts
     WHERE fingerprint IN (SELECT decode(hex, 'hex') FROM unnest($1::text[]) AS asked (hex))
       AND hour > $3::timestamptz - make_interval(secs => $4 * ($5 + 1))
     GROUP BY 1, 2`,
    [
      options.fingerprints,
      options.unit,
      options.now,
      options.unit === 'hour' ? 3_600 : 86_400,
      options.unit === 'hour' ? errorTrend.hours : errorTrend.days,
    ],
  )
  return rows
}
