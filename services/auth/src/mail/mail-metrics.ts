import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import { readRequestedQueue } from '../mails/store.ts'

/**
 * What became of an attempt to send: taken by the mail server, to be tried again, refused for good, or no longer
 * of use to anybody.
 */
const outcomes = ['sent', 'failed', 'refused', 'expired'] as const

type Outcome = (typeof outcomes)[number]

export type CountMails = {
  /** Mails of auth itself. */
  mail: (outcome: Outcome) => void
  /** Mails that another service requested. */
  requested: (outcome: Outcome) => void
}

/** Exports the number and age of waiting mails, and the results of deliveries. */
export const measureMails = (pool: Pool, metrics: Metrics): CountMails => ({
  mail: measureQueue(metrics, {
    prefix: 'answerable_mails',
    what: 'Mails',
    read: () => readQueue(pool),
  }),
  requested: measureQueue(metrics, {
    prefix: 'answerable_notification_mails',
    what: 'Mails with notifications',
    read: () => readRequestedQueue(pool),
  }),
})

const measureQueue = (
  metrics: Metrics,
  options: {
    prefix: `answerable_${string}`
    what: string
    read: () => Promise<{ waiting: number; seconds: number }>
  },
): ((outcome: Outcome) => void) => {
  const { prefix, what, read } = options
  const count = metrics.counter({
    name: `${prefix}_total`,
    help: `${what}: attempts to send one, by outcome.`,
    labels: ['outcome'],
    known: outcomes.map((outcome) => ({ outcome })),
  })
  metrics.gauge(
    { name: `${prefix}_waiting`, help: `${what} waiting to be sent.` },
    async () => (await read()).waiting,
  )
  metrics.gauge(
    {
      name: `${prefix}_oldest_seconds`,
      help: `${what}: age of the oldest one waiting to be sent; 0 if there is none.`,
    },
    async () => (await read()).seconds,
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
       UNION ALL SELECT created_at FROM notice_mails
     ) AS mails`,
  )
  return onlyRow(rows)
}
