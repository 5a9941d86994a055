import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Metrics } from '@answerable/service-kit/observability/metrics'

/** All instances report the same table. */
export const measureFanOuts = (pool: Pool, metrics: Metrics): void => {
  metrics.gauge(
    {
      name: 'answerable_fan_outs_oldest_seconds',
      help: 'Age of the oldest occurrence whose followers have not all been notified; 0 if there is none.',
    },
    async () => {
      const { rows } = await pool.query<{ seconds: number }>(
        `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
         FROM fan_outs JOIN occurrences ON id = occurrence_id`,
      )
      return onlyRow(rows).seconds
    },
  )
}
