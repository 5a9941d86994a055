import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Metrics } from '@answerable/service-kit/observability/metrics'

/**
 * What became of an attempt to send: taken by the mail server, to be tried again, refused for good, or no longer
 * of use to anybody.
 */
const outcomes = ['sent', 'failed', 'refused', 'expired'] as const

export type CountMail = (outcome: (typeof outcomes)[number]) => void

/** Exports the number and age of queued mails, and the results of deliveries. */
export const measureMails = (pool: Pool, metrics: Metrics): CountMail => {
  const count = metrics.counter({
    name: 'answerable_mails_total',
    help: 'Attempts to send a mail, by outcome.',
    labels: ['outcome'],
    known: outcomes.map((outcome) => ({ outcome })),
  })
  metrics.gauge(
    { name: 'answerable_mails_waiting', help: 'Mails waiting to be sent.' },
    async () => (await readQueue(pool)).waiting,
  )
  metrics.gauge(
    {
      name: 'answerable_mails_oldest_seconds',
      help: 'Age of the oldest mail waiting to be sent; 0 if there is none.',
    },
    async () => (await readQueue(pool)).seconds,
  )
  return (outcome) => count({ outcome })
}

const readQueue = async (pool: Pool): Promise<{ waiting: number; seconds: number }> => {
  const { rows } = await pool.query<{ waiting: number; seconds: number }>(
    `SELECT count(*) AS waiting,
       coalesce(greatest(0, extract(epoch FROM now() - min(asked_at))), 0)::float8 AS seconds
     FROM (
       SELECT created_at AS asked_at FROM mail_outbox JOIN flows ON id = flow_id
       UNION ALL SELECT created_at FROM notices
     ) AS mails`,
  )
  return onlyRow(rows)
}
