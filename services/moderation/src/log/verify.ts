import type { Db } from '@answerable/service-kit/db'
import { firstHash, noteHash, payloadHash, rowHash } from './chain.ts'
import type { Payload } from './payload.ts'

export type Verdict =
  | { kind: 'whole'; rows: number; redactedNotes: number }
  | { kind: 'broken'; position: number; decisionId: string | null; what: string }

type Row = {
  position: number
  decision_id: string
  text: string
  payload_hash: Buffer
  previous_hash: Buffer
  row_hash: Buffer
  note: string | null
  note_salt: Buffer | null
}

const batchSize = 1_000

/** Reads the whole log and reports the first row that was changed. */
export const verifyLog = async (db: Db): Promise<Verdict> => {
  let previousHash = firstHash
  let rows = 0
  let redactedNotes = 0
  for (;;) {
    const batch = await readBatch(db, rows)
    for (const row of batch) {
      const what = faultOf(row, { position: rows + 1, previousHash })
      if (what !== null) {
        return { kind: 'broken', position: row.position, decisionId: row.decision_id, what }
      }
      rows += 1
      previousHash = row.row_hash
      if (row.note === null && payloadOf(row).noteHash !== null) redactedNotes += 1
    }
    if (batch.length < batchSize) break
  }
  const missing = await findUnlogged(db)
  if (missing === null) return { kind: 'whole', rows, redactedNotes }
  return {
    kind: 'broken',
    position: rows + 1,
    decisionId: missing,
    what: 'an applied decision is missing at the end of the log',
  }
}

/** The fault of a row, given the previous hash and position; null if there is none. */
const faultOf = (row: Row, expected: { position: number; previousHash: Buffer }): string | null => {
  if (row.position !== expected.position) return `position ${expected.position} is missing`
  if (!row.payload_hash.equals(payloadHash(row.text))) return 'its content was changed'
  if (!row.previous_hash.equals(expected.previousHash)) return 'it does not follow the previous row'
  const link = {
    position: row.position,
    previousHash: row.previous_hash,
    payloadHash: row.payload_hash,
  }
  if (!row.row_hash.equals(rowHash(link))) return 'its hash was changed'
  const payload = payloadOf(row)
  if (payload.decisionId !== row.decision_id) return 'it belongs to another decision'
  const { note, note_salt: salt } = row
  if (note === null || salt === null) return null
  return noteHash({ note, salt }).toString('hex') === payload.noteHash
    ? null
    : 'its note was changed'
}

const payloadOf = (row: Row): Payload => JSON.parse(row.text) as Payload

const readBatch = async (db: Db, after: number): Promise<Row[]> => {
  const { rows } = await db.query<Row>(
    `SELECT position, decision_id, payload::text AS text, payload_hash, previous_hash, row_hash,
       note, note_salt
     FROM decision_log LEFT JOIN decisions ON decisions.id = decision_id
     WHERE position > $1 ORDER BY position LIMIT $2`,
    [after, batchSize],
  )
  return rows
}

/** A truncated log is still a valid chain. The applied decisions reveal the missing rows. */
const findUnlogged = async (db: Db): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM decisions WHERE state = 'applied'
       AND NOT EXISTS (SELECT FROM decision_log WHERE decision_id = decisions.id) LIMIT 1`,
  )
  return rows[0]?.id ?? null
}
