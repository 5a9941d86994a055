import { createHash } from 'node:crypto'
import type { BusMessage } from '../bus/bus.ts'

export type OutboxRow = {
  id: string
  subject: string
  payload: unknown
  request_id: string | null
  /** Attempts to publish it that failed. */
  attempts: number
}

/** Rows that are published as one message. */
export type Parcel = { message: BusMessage; ids: readonly string[] }

/** Rows of a subject that share a message if the condition holds for each of their changes. */
export type CombinedRows = { subject: string; condition: (change: unknown) => boolean }

type Group = { rows: [OutboxRow, ...OutboxRow[]]; changes: number }

/** Keeps a payload below the 100 kB of a dead letter. */
const maxChanges = 300

/**
 * Combined rows, whose payload is `{ changes: [] }`, share a message with all their changes. A row that was rejected
 * before is published alone, so that it delays no other and the bus counts its attempts.
 */
export const parcelsOf = (
  rows: readonly OutboxRow[],
  combined: CombinedRows | undefined,
): readonly Parcel[] => {
  const groups: Group[] = []
  const open = new Map<string, Group>()
  for (const row of rows) {
    const changes = isCombined(row, combined) ? changesOf(row).length : 0
    const group = open.get(row.subject)
    if (group !== undefined && changes > 0 && group.changes + changes <= maxChanges) {
      group.rows.push(row)
      group.changes += changes
      continue
    }
    const own: Group = { rows: [row], changes }
    groups.push(own)
    // Messages of one subject keep the order of their rows.
    if (changes > 0) open.set(row.subject, own)
    else open.delete(row.subject)
  }
  return groups.map(({ rows }) => parcelOf(rows))
}

const isCombined = (row: OutboxRow, combined: CombinedRows | undefined): boolean =>
  row.subject === combined?.subject &&
  row.attempts === 0 &&
  changesOf(row).every(combined.condition)

const parcelOf = (rows: Group['rows']): Parcel => {
  const [first] = rows
  const ids = rows.map(({ id }) => id)
  const isAlone = rows.length === 1
  return {
    ids,
    message: {
      // The same rows get the same id, so that the bus recognises a repetition. Other rows must get another.
      id: isAlone ? first.id : createHash('sha256').update(ids.join()).digest('hex'),
      subject: first.subject,
      payload: isAlone ? first.payload : { changes: rows.flatMap(changesOf) },
      requestId: first.request_id,
    },
  }
}

/** Empty if the payload has no changes. */
const changesOf = ({ payload }: OutboxRow): readonly unknown[] => {
  const changes: unknown = Reflect.get(Object(payload), 'changes')
  return Array.isArray(changes) ? changes : []
}
