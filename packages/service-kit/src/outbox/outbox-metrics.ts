import { onlyRow, type Pool } from '../db.ts'
import type { Metrics } from '../observability/metrics.ts'

const maxCounted = 100_000

/** All instances of a service report the same table. */
export const measureOutbox = (pool: Pool, metrics: Metrics): void => {
  metrics.gauge(
    {
      name: 'answerable_outbox_rows',
      help: `Events waiting to be published, counted up to ${maxCounted}.`,
    },
    async () => {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT FROM outbox LIMIT ${maxCounted}) AS waiting`,
      )
      return onlyRow(rows).count
    },
  )
  metrics.gauge(
    {
      name: 'answerable_outbox_oldest_seconds',
      help: 'Age of the oldest unpublished event; 0 if there is none.',
    },
    async () => {
      // Ids are ordered by time, so that the first row is the oldest.
      const { rows } = await pool.query<{ seconds: number }>(
        `SELECT greatest(0, extract(epoch FROM now() - created_at))::float8 AS seconds
         FROM outbox ORDER BY id LIMIT 1`,
      )
      return rows[0]?.seconds ?? 0
    },
  )
}
