import type { Db } from '@answerable/service-kit/db'
import { firstHash, payloadHash, rowHash } from './chain.ts'
import type { Payload } from './payload.ts'

// The number means nothing; it is the only advisory lock of this service.
const lockKey = 4_711_002

/** Locks the log for appending until the transaction ends. */
export const lockLog = async (db: Db): Promise<void> => {
  await db.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
}

/** Adds a row to the log, which must be locked, and returns it. */
export const appendToAuditLog = async (db: Db, payload: Payload): Promise<LogRow> => {
  const { rows } = await db.query<{ position: number; row_hash: Buffer }>(
    'SELECT position, row_hash FROM decision_log ORDER BY position DESC LIMIT 1',
  )
  const text = JSON.stringify(payload)
  const link = {
    position: (rows[0]?.position ?? 0) + 1,
    previousHash: rows[0]?.row_hash ?? firstHash,
    payloadHash: payloadHash(text),
  }
  const row_hash = rowHash(link)
  await db.query(
    `INSERT INTO decision_log (
       position, decision_id, payload, payload_hash, previous_hash, row_hash
     ) VALUES ($1, $2, $3, $4, $5, $6)`,
    [link.position, payload.decisionId, text, link.payloadHash, link.previousHash, row_hash],
  )
  return { position: link.position, payload, payload_hash: link.payloadHash, row_hash }
}

export type LogRow = {
  position: number
  payload: Payload
  payload_hash: Buffer
  row_hash: Buffer
}

/** A page of the log, newest first, and how long it is: positions have no gaps. */
export const readLogPage = async (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: LogRow[]; total: number }> => {
  const newest = await db.query<{ total: number }>(
    'SELECT coalesce(max(position), 0) AS total FROM decision_log',
  )
  const total = newest.rows[0]?.total ?? 0
  const { rows } = await db.query<LogRow>(
    `SELECT position, payload, payload_hash, row_hash FROM decision_log
     WHERE position <= $1 ORDER BY position DESC LIMIT $2`,
    [total - (page - 1) * limit, limit],
  )
  return { rows, total }
}

/** The entries after a position, oldest first. */
export const readLogAfter = async (db: Db, position: number, limit: number): Promise<LogRow[]> => {
  const { rows } = await db.query<LogRow>({
    name: 'read-log-after',
    text: `SELECT position, payload, payload_hash, row_hash FROM decision_log
      WHERE position > $1 ORDER BY position LIMIT $2`,
    values: [position, limit],
  })
  return rows
}
