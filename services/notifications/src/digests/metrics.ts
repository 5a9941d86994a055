import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Metrics } from '@answerable/service-kit/observability/metrics'

/** All instances report the same tables. */
export const measureDigests = (pool: Pool, metrics: Metrics): void => {
  const overdue = async (since: string, from: string): Promise<number> => {
    const { rows } = await pool.query<{ seconds: number }>(
      `SELECT coalesce(greatest(0, extract(epoch FROM now() - min(${since}))), 0)::float8 AS seconds FROM ${from}`,
    )
    return onlyRow(rows).seconds
  }
  metrics.gauge(
    {
      name: 'answerable_digests_overdue_seconds',
      help: 'Time since the oldest digest that is not prepared was due; 0 if there is none.',
    },
    () => overdue('due_at', 'digests WHERE due_at <= now()'),
  )
  metrics.gauge(
    {
      name: 'answerable_mail_requests_oldest_seconds',
      help: 'Age of the oldest mail that was not yet requested from auth; 0 if there is none.',
    },
    () => overdue('created_at', 'mail_requests'),
  )
}
