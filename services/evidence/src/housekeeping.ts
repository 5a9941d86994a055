import { deliveryDays } from '@answerable/contracts/webhooks'
import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'

export type Housekeeping = { stop: () => void }

const everyMilliseconds = 600_000
const rowsPerStep = 1_000

/** Repairs and deletes rows in short statements, in the background. */
export const startHousekeeping = ({ pool, log }: { pool: Pool; log: Log }): Housekeeping => {
  const timer = setInterval(() => {
    tidy(pool).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
  }, everyMilliseconds)
  return { stop: () => clearInterval(timer) }
}

export const tidy = async (pool: Pool): Promise<void> => {
  // A link that was added while its host was being taken.
  await pool.query(
    `UPDATE hosts SET due_at = first.due_at
     FROM (SELECT host, min(due_at) AS due_at FROM links GROUP BY host) AS first
     WHERE hosts.host = first.host AND hosts.due_at > first.due_at`,
  )
  for (const statement of deletions) {
    let deleted = rowsPerStep
    while (deleted === rowsPerStep) deleted = (await pool.query(statement)).rowCount ?? 0
  }
}

const deletions = [
  `DELETE FROM links WHERE key IN (
     SELECT key FROM links
     WHERE created_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT FROM submission_links WHERE submission_links.key = links.key)
     LIMIT ${rowsPerStep})`,
  `DELETE FROM hosts WHERE host IN (
     SELECT host FROM hosts
     WHERE next_request_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT FROM links WHERE links.host = hosts.host)
     LIMIT ${rowsPerStep} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM robots WHERE origin IN (
     SELECT origin FROM robots WHERE expires_at < now() LIMIT ${rowsPerStep})`,
  // Their deliveries are deleted with them.
  `DELETE FROM webhook_messages WHERE id IN (
     SELECT id FROM webhook_messages
     WHERE created_at < now() - interval '${deliveryDays} days' LIMIT ${rowsPerStep})`,
]
