import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Metrics } from '@answerable/service-kit/observability/metrics'

/** Metrics of the PostgreSQL server, which one service exports. */
export const measureServer = (pool: Pool, metrics: Metrics): void => {
  const gauge = (name: string, help: string, sql: string) =>
    metrics.gauge(
      { name, help },
      async () => onlyRow((await pool.query<{ value: number }>(sql)).rows).value,
    )
  gauge(
    'answerable_postgres_connections',
    'Connections that PostgreSQL has, of all programs.',
    "SELECT count(*) AS value FROM pg_stat_activity WHERE backend_type = 'client backend'",
  )
  gauge(
    'answerable_postgres_connections_allowed',
    'Connections that PostgreSQL takes.',
    "SELECT current_setting('max_connections')::integer AS value",
  )
  gauge(
    'answerable_backup_age_seconds',
    'Time since the last backup, or since the site was made where there is none.',
    `SELECT extract(epoch FROM now() - coalesce(
       (SELECT max(made_at) FROM backups), (SELECT min(run_on) FROM migrations)
     ))::float8 AS value`,
  )
}
