import {
  formerSecretSeconds,
  maxWebhooks,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '@answerable/contracts/webhooks'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Subject } from './subjects.ts'

// The number means nothing; it is the only advisory lock of this service.
const lockKey = 4_711_003

type Row = Omit<Webhook, 'disabledAt' | 'failingSince' | 'formerSecretUntil' | 'createdAt'> & {
  disabledAt: Date | null
  failingSince: Date | null
  formerSecretUntil: Date | null
  createdAt: Date
}

const columns = `id, address, description, events, state, created_at AS "createdAt",
  CASE WHEN state = 'disabled' THEN disabled_reason END AS "disabledReason",
  CASE WHEN state = 'disabled' THEN disabled_at END AS "disabledAt",
  failing_since AS "failingSince",
  CASE WHEN former_secret_until > now() THEN former_secret_until END AS "formerSecretUntil"`

const webhookOf = (row: Row): Webhook => ({
  ...row,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  failingSince: row.failingSince?.toISOString() ?? null,
  formerSecretUntil: row.formerSecretUntil?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** Oldest first. */
export const readWebhooks = async (db: Db): Promise<Webhook[]> => {
  const { rows } = await db.query<Row>(`SELECT ${columns} FROM webhooks ORDER BY id`)
  return rows.map(webhookOf)
}

/** A webhook and the id of its secret. */
export type WithSecret = { webhook: Webhook; secretId: string }

/** Throws `too_many_webhooks`. */
export const insertWebhook = (
  pool: Pool,
  { address, description, events }: Pick<Webhook, 'address' | 'description' | 'events'>,
): Promise<WithSecret> =>
  transaction(pool, async (db) => {
    await db.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
    const { rowCount } = await db.query('SELECT FROM webhooks')
    if ((rowCount ?? 0) >= maxWebhooks) throw new AppError('too_many_webhooks')
    const { rows } = await db.query<Row & { secretId: string }>(
      `INSERT INTO webhooks (address, description, events) VALUES ($1, $2, $3)
       RETURNING ${columns}, secret_id AS "secretId"`,
      [address, description, [...new Set(events)]],
    )
    return withSecret(onlyRow(rows))
  })

const withSecret = ({ secretId, ...row }: Row & { secretId: string }): WithSecret => ({
  webhook: webhookOf(row),
  secretId,
})

/** Throws `webhook_not_found`. */
const known = <Found>(rows: readonly Found[]): Found => {
  const [row] = rows
  if (row === undefined) throw new AppError('webhook_not_found')
  return row
}

/** Deliveries that wait are due at once when it resumes, with a new day of attempts. */
export const setState = (pool: Pool, id: string, state: 'active' | 'paused'): Promise<Webhook> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<Row & { wasActive: boolean }>(
      `UPDATE webhooks SET state = $2, disabled_reason = NULL, disabled_at = NULL,
         failing_since = CASE WHEN state = 'active' THEN failing_since END,
         not_before = CASE WHEN state = 'active' THEN not_before ELSE '-infinity' END
       WHERE id = $1 RETURNING ${columns}, old.state = 'active' AS "wasActive"`,
      [id, state],
    )
    const { wasActive, ...row } = known(rows)
    if (state === 'active' && !wasActive) {
      await db.query(
        `UPDATE webhook_deliveries
         SET attempts = 0, first_attempt_at = NULL, next_attempt_at = now()
         WHERE webhook_id = $1 AND state = 'waiting'`,
        [id],
      )
    }
    return webhookOf(row)
  })

export const removeWebhook = async (db: Db, id: string): Promise<void> => {
  const { rows } = await db.query('DELETE FROM webhooks WHERE id = $1 RETURNING id', [id])
  known(rows)
}

/** The former secret signs too for a day; one that was replaced before no longer does. */
export const replaceSecret = async (db: Db, id: string): Promise<WithSecret> => {
  const { rows } = await db.query<Row & { secretId: string }>(
    `UPDATE webhooks SET secret_id = gen_random_uuid(), former_secret_id = secret_id,
       former_secret_until = now() + interval '${formerSecretSeconds} seconds'
     WHERE id = $1 RETURNING ${columns}, secret_id AS "secretId"`,
    [id],
  )
  return withSecret(known(rows))
}

/** SQL of the ids of the secrets that sign now: the current one, and for a day the former one. */
export const signingSecretIds = `array_remove(ARRAY[secret_id,
  CASE WHEN former_secret_until > now() THEN former_secret_id END], NULL)::text[] AS "secretIds"`

export const readTarget = async (
  db: Db,
  id: string,
): Promise<{ address: string; secretIds: string[] }> => {
  const { rows } = await db.query<{ address: string; secretIds: string[] }>(
    `SELECT address, ${signingSecretIds} FROM webhooks WHERE id = $1`,
    [id],
  )
  return known(rows)
}

type DeliveryRow = Omit<WebhookDelivery, 'createdAt' | 'lastAttemptAt' | 'nextAttemptAt'> & {
  createdAt: Date
  lastAttemptAt: Date | null
  nextAttemptAt: Date | null
}

const deliveries = `SELECT delivery.id, message.type AS event, delivery.created_at AS "createdAt",
    delivery.state, attempts, last_attempt_at AS "lastAttemptAt", status, failure, milliseconds,
    CASE WHEN delivery.state = 'waiting' AND webhooks.state = 'active'
      THEN greatest(next_attempt_at, not_before) END AS "nextAttemptAt"
  FROM webhook_deliveries AS delivery
  JOIN webhook_messages AS message ON message.id = message_id
  JOIN webhooks ON webhooks.id = webhook_id`

const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
})

/** A page of the log of a webhook, newest first. */
export const readDeliveries = async (
  db: Db,
  id: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: WebhookDelivery[]; total: number }> => {
  const counted = await db.query<{ total: number }>(
    `SELECT (SELECT count(*)::integer FROM webhook_deliveries WHERE webhook_id = webhooks.id) AS total
     FROM webhooks WHERE id = $1`,
    [id],
  )
  const { total } = known(counted.rows)
  const { rows } = await db.query<DeliveryRow>(
    `${deliveries} WHERE webhook_id = $1
     ORDER BY delivery.created_at DESC, delivery.id DESC LIMIT $2 OFFSET $3`,
    [id, limit, (page - 1) * limit],
  )
  return { rows: rows.map(deliveryOf), total }
}

/** Lets a delivery be due now, with a new day of attempts. Throws `delivery_not_found` or `webhook_inactive`. */
export const replayDelivery = (pool: Pool, id: string): Promise<WebhookDelivery> =>
  transaction(pool, async (db) => {
    const found = await db.query<{ state: Webhook['state'] }>(
      `SELECT webhooks.state FROM webhook_deliveries AS delivery
       JOIN webhooks ON webhooks.id = webhook_id WHERE delivery.id = $1 FOR UPDATE`,
      [id],
    )
    const [owner] = found.rows
    if (owner === undefined) throw new AppError('delivery_not_found')
    if (owner.state !== 'active') throw new AppError('webhook_inactive')
    await db.query(
      `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, first_attempt_at = NULL,
         next_attempt_at = now() WHERE id = $1`,
      [id],
    )
    const { rows } = await db.query<DeliveryRow>(`${deliveries} WHERE delivery.id = $1`, [id])
    return deliveryOf(onlyRow(rows))
  })

/** Whether an active webhook gets events of this type. */
export const isWanted = async (db: Db, type: WebhookEvent): Promise<boolean> => {
  const { rows } = await db.query<{ wanted: boolean }>({
    name: 'is-webhook-wanted',
    text: `SELECT EXISTS (
      SELECT FROM webhooks WHERE state = 'active' AND $1 = ANY (events)) AS wanted`,
    values: [type],
  })
  return onlyRow(rows).wanted
}

/** Stores a message with one delivery for each active webhook that has chosen its type; nothing if the event was stored before. */
export const storeMessage = (
  pool: Pool,
  {
    eventId,
    type,
    body,
    subject,
  }: { eventId: string; type: WebhookEvent; body: string; subject: Subject | null },
): Promise<void> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO webhook_messages (event_id, type, body, boycott_id, response_id)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (event_id, type) DO NOTHING RETURNING id`,
      [eventId, type, body, subject?.boycottId ?? null, subject?.responseId ?? null],
    )
    const [message] = rows
    if (message === undefined) return
    await db.query(
      `INSERT INTO webhook_deliveries (webhook_id, message_id)
       SELECT id, $1 FROM webhooks WHERE state = 'active' AND $2 = ANY (events) FOR KEY SHARE`,
      [message.id, type],
    )
  })

/** Deletes the messages with the text of a response, or of a boycott and its responses, and their deliveries. */
export const deleteTexts = async (db: Db, { boycottId, responseId }: Subject): Promise<void> => {
  await db.query(
    `DELETE FROM webhook_messages
     WHERE boycott_id = $1 AND ($2::uuid IS NULL OR response_id = $2)`,
    [boycottId, responseId],
  )
}
