import { randomUUID } from 'node:crypto'
import { webhookDisabled } from '@answerable/contracts/events'
import {
  type DisabledReason,
  maxWebhooks,
  webhookAttempts,
  webhookRequestLimits,
  webhookRetryDaySeconds,
} from '@answerable/contracts/webhooks'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { appendEvent, type Relay } from '@answerable/service-kit/outbox/outbox'
import type { Worker } from '@answerable/service-kit/process/worker'
import type { Fetching } from '../fetching/fetching.ts'
import { startJobs } from '../jobs.ts'
import { askedPauseSeconds, isOwnFailure, type Outcome, pauseSeconds, resultOf } from './rules.ts'
import { type Message, sendMessage } from './send.ts'
import type { WebhookSecrets } from './signing.ts'
import { deleteTexts, signingSecretIds } from './store.ts'
import { readSubject } from './subjects.ts'

/** One delivery at a time for each webhook, so that a slow receiver delays no other one. */
const maxJobs = maxWebhooks
/** Another instance takes a webhook over when this one was killed. */
const leaseSeconds = 60
/** The pause of a delivery whose subject could not be read. */
const unreadPauseSeconds = 60
/** A turn begins no delivery after this time. */
const turnMilliseconds = 30_000

/** A webhook that this instance sends to for a while. */
type Turn = { webhookId: string; holder: string }

/** Sends deliveries that are due, in the background. Several instances share the webhooks. */
export const startDeliveries = (deps: {
  pool: Pool
  catalog: ServiceCall
  fetching: Pick<Fetching, 'post'>
  secrets: WebhookSecrets
  relay: Pick<Relay, 'wake'>
  log: Log
}): Worker => {
  const { pool, relay, log } = deps

  const run = async (turn: Turn, stopping: AbortSignal): Promise<void> => {
    const startedAt = performance.now()
    try {
      while (!stopping.aborted && performance.now() - startedAt < turnMilliseconds) {
        const delivery = await nextDelivery(pool, turn)
        if (delivery === null) return
        if (!(await isPublic(deps, delivery))) continue
        const { outcome } = await sendMessage(deps, delivery, {
          seconds: webhookRequestLimits.deliverySeconds,
          stopping,
        })
        // It is sent again, with the same id.
        if (outcome.status === null && stopping.aborted) return
        await saveOutcome(pool, { ...turn, delivery }, outcome)
        relay.wake()
      }
    } finally {
      await endTurn(pool, turn)
    }
  }

  return startJobs({
    name: 'delivering webhooks',
    maxJobs,
    claim: (limit) => claimWebhooks(pool, limit),
    run,
    log,
  })
}

/** Claims webhooks that have a due delivery and that no instance sends to. */
const claimWebhooks = async (pool: Pool, limit: number): Promise<Turn[]> => {
  const holder = randomUUID()
  const { rows } = await pool.query<{ webhookId: string }>({
    name: 'claim-webhooks',
    text: `WITH free AS (
        SELECT id FROM webhooks
        WHERE state = 'active' AND greatest(busy_until, not_before) <= now() AND EXISTS (
          SELECT FROM webhook_deliveries
          WHERE webhook_id = webhooks.id AND state = 'waiting' AND next_attempt_at <= now())
        LIMIT $1 FOR UPDATE SKIP LOCKED
      )
      UPDATE webhooks SET holder = $2, busy_until = now() + interval '${leaseSeconds} seconds'
      FROM free WHERE webhooks.id = free.id
      RETURNING webhooks.id AS "webhookId"`,
    values: [limit, holder],
  })
  return rows.map((row) => ({ ...row, holder }))
}

const endTurn = async (pool: Pool, { webhookId, holder }: Turn): Promise<void> => {
  await pool.query({
    name: 'end-webhook-turn',
    text: `UPDATE webhooks SET holder = NULL, busy_until = '-infinity'
      WHERE id = $1 AND holder = $2`,
    values: [webhookId, holder],
  })
}

type Delivery = Message & {
  deliveryId: string
  attempts: number
  /** Of the text in the body. */
  boycottId: string | null
  responseId: string | null
}

/** The first delivery of a webhook that is due; null if there is none, or the turn has ended. */
const nextDelivery = async (pool: Pool, turn: Turn): Promise<Delivery | null> => {
  const { rows } = await pool.query<Delivery>({
    name: 'next-webhook-delivery',
    text: `SELECT delivery.id AS "deliveryId", delivery.attempts, 'msg_' || message.id AS id,
        message.body, boycott_id AS "boycottId", response_id AS "responseId", webhooks.address, ${signingSecretIds}
      FROM webhooks
      JOIN webhook_deliveries AS delivery ON delivery.webhook_id = webhooks.id
      JOIN webhook_messages AS message ON message.id = delivery.message_id
      WHERE webhooks.id = $1 AND holder = $2 AND webhooks.state = 'active' AND not_before <= now()
        AND delivery.state = 'waiting' AND delivery.next_attempt_at <= now()
      ORDER BY delivery.next_attempt_at, delivery.id LIMIT 1`,
    values: [turn.webhookId, turn.holder],
  })
  return rows[0] ?? null
}

/**
 * Whether the text of a delivery may be sent: asks catalog before each attempt, because the event of a removal can be
 * late. Otherwise deletes the text, or postpones the delivery if catalog does not respond.
 */
const isPublic = async (
  { pool, catalog, log }: { pool: Pool; catalog: ServiceCall; log: Log },
  { deliveryId, boycottId, responseId }: Delivery,
): Promise<boolean> => {
  if (boycottId === null) return true
  const subject = { boycottId, responseId }
  try {
    if ((await readSubject(catalog, subject, deliveryId)) !== null) return true
    await deleteTexts(pool, subject)
  } catch (error) {
    log.warn({ err: error }, 'reading the subject of a webhook failed, will be retried')
    await pool.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '${unreadPauseSeconds} seconds'
       WHERE id = $1 AND state = 'waiting'`,
      [deliveryId],
    )
  }
  return false
}

/** SQL: a day has passed since a time, with a minute of tolerance for an attempt that is a little early. */
const dayIsOver = (since: string): string =>
  `${since} <= now() - interval '${webhookRetryDaySeconds - 60} seconds'`

const saveOutcome = (
  pool: Pool,
  { webhookId, delivery }: Turn & { delivery: Delivery },
  outcome: Outcome,
): Promise<void> =>
  transaction(pool, async (db) => {
    const result = resultOf(outcome)
    const asked = askedPauseSeconds(outcome)
    const pause = Math.max(pauseSeconds(delivery.attempts + 1), asked ?? 0)
    const { rows } = await db.query<{ isOver: boolean }>(
      `UPDATE webhooks SET
         failing_since = CASE WHEN $2 THEN NULL WHEN $3 THEN failing_since
           ELSE coalesce(failing_since, now()) END,
         not_before = now() + make_interval(secs => $4)
       WHERE id = $1 RETURNING coalesce(${dayIsOver('failing_since')}, false) AS "isOver"`,
      [webhookId, result === 'delivered', isOwnFailure(outcome), asked ?? 0],
    )
    const [webhook] = rows
    // It was deleted with its deliveries.
    if (webhook === undefined) return
    const isLate = `coalesce(${dayIsOver('first_attempt_at')}, false)`
    const dayEnd = `coalesce(first_attempt_at, now()) + interval '${webhookRetryDaySeconds} seconds'`
    const next = 'now() + make_interval(secs => $3)'
    const updated = await db.query<{ state: string }>(
      `UPDATE webhook_deliveries SET
         state = CASE WHEN $2 = 'delivered' THEN 'delivered'
           WHEN $2 = 'gone' OR attempts + 1 >= ${webhookAttempts} AND ${isLate} THEN 'failed'
           ELSE 'waiting' END,
         attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, now()),
         last_attempt_at = now(),
         next_attempt_at = CASE WHEN ${isLate} THEN ${next} ELSE least(${next}, ${dayEnd}) END,
         status = $4, failure = $5, milliseconds = $6
       WHERE id = $1 AND state = 'waiting' RETURNING state`,
      [delivery.deliveryId, result, pause, outcome.status, outcome.failure, outcome.milliseconds],
    )
    const hasFailed = updated.rows[0]?.state === 'failed' && !isOwnFailure(outcome)
    const reason = result === 'gone' ? 'gone' : hasFailed && webhook.isOver ? 'failing' : null
    if (reason !== null) await disable(db, { webhookId, reason, address: delivery.address })
  })

const disable = async (
  db: Db,
  { webhookId, reason, address }: { webhookId: string; reason: DisabledReason; address: string },
): Promise<void> => {
  const { rowCount } = await db.query(
    `UPDATE webhooks SET state = 'disabled', disabled_reason = $2, disabled_at = now()
     WHERE id = $1 AND state = 'active'`,
    [webhookId, reason],
  )
  if (rowCount === 0) return
  const payload = { webhookId, host: new URL(address).hostname, reason }
  await appendEvent(db, webhookDisabled, { payload, requestId: null })
}
