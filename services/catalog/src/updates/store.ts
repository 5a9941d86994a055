import type { Status } from '@answerable/contracts/submissions'
import type { AdminUpdate } from '@answerable/contracts/update-decisions'
import type { Update, UpdateStatus } from '@answerable/contracts/updates'
import { type Db, onlyRow } from '@answerable/service-kit/db'

type UpdateRow = {
  id: string
  submission_id: string
  target_name: string
  reporter_id: string | null
  username: string | null
  happened_on: string
  content: string
  source: string
  status: UpdateStatus | null
  state: Update['state']
  note: string | null
  created_at: Date
  decided_at: Date | null
  current_status: Status
  demand: string | null
}

const columns = `updates.id, submission_id, target_name, reporter_id, nullif(username, '') AS username,
  happened_on::text, content, source, updates.status, state, note, updates.created_at, decided_at,
  submissions.status AS current_status, demand`
const joins = `JOIN submissions ON submissions.id = submission_id
  LEFT JOIN authors ON authors.id = reporter_id`

const updateOf = (row: UpdateRow): Update => ({
  id: row.id,
  submission: { id: row.submission_id, targetName: row.target_name },
  date: row.happened_on,
  text: row.content,
  source: row.source,
  status: row.status,
  state: row.state,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})

const adminUpdateOf = (row: UpdateRow): AdminUpdate => ({
  ...updateOf(row),
  reporterId: row.reporter_id,
  reporter: row.username === null ? null : { username: row.username },
  currentStatus: row.current_status,
  demand: row.demand,
})

type NewUpdate = Pick<Update, 'date' | 'text' | 'source' | 'status'> & {
  submissionId: string
  reporterId: string
}

/** Stores a reported update; null if the reporter has an open one with the same date and source. */
export const insertUpdate = async (
  db: Db,
  { submissionId, reporterId, date, text, source, status }: NewUpdate,
): Promise<Update | null> => {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO updates (submission_id, reporter_id, happened_on, content, source, status)
     SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
       SELECT FROM updates WHERE submission_id = $1 AND reporter_id = $2 AND happened_on = $3
         AND source = $5 AND state = 'open'
     ) RETURNING id`,
    [submissionId, reporterId, date, text, source, status],
  )
  return rows[0] === undefined ? null : updateOf(onlyRow(await readRows(db, [rows[0].id])))
}

const readRows = async (db: Db, ids: readonly string[]): Promise<UpdateRow[]> => {
  const { rows } = await db.query<UpdateRow>(
    `SELECT ${columns} FROM updates ${joins} WHERE updates.id = ANY ($1)`,
    [ids],
  )
  return rows
}

export const findUpdate = async (db: Db, id: string): Promise<AdminUpdate | null> => {
  const [row] = await readRows(db, [id])
  return row === undefined ? null : adminUpdateOf(row)
}

/** Updates for administrators, by id. */
export const findUpdates = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminUpdate>> =>
  new Map((await readRows(db, ids)).map((row) => [row.id, adminUpdateOf(row)]))

type Page = { page: number; limit: number }

/** The updates that a member has reported, newest first. */
export const readOwnUpdates = async (
  db: Db,
  reporterId: string,
  { page, limit }: Page,
): Promise<{ updates: Update[]; total: number }> => {
  const { rows } = await db.query<UpdateRow>(
    `SELECT ${columns} FROM updates ${joins} WHERE reporter_id = $1
     ORDER BY updates.created_at DESC, updates.id LIMIT $2 OFFSET $3`,
    [reporterId, limit, (page - 1) * limit],
  )
  const { rows: counts } = await db.query<{ total: number }>(
    'SELECT count(*) AS total FROM updates WHERE reporter_id = $1',
    [reporterId],
  )
  return { updates: rows.map(updateOf), total: onlyRow(counts).total }
}

const lists = {
  open: { where: `state = 'open'`, by: 'updates.created_at, updates.id' },
  decided: { where: `state <> 'open'`, by: 'decided_at DESC, updates.id' },
} as const

/** The updates of all submissions, for administrators. */
export const readUpdates = async (
  db: Db,
  { state, page, limit }: Page & { state: keyof typeof lists },
): Promise<{ updates: AdminUpdate[]; total: number }> => {
  const { where, by } = lists[state]
  const { rows } = await db.query<UpdateRow>(
    `SELECT ${columns} FROM updates ${joins} WHERE ${where} ORDER BY ${by} LIMIT $1 OFFSET $2`,
    [limit, (page - 1) * limit],
  )
  const { rows: counts } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM updates WHERE ${where}`,
  )
  return { updates: rows.map(adminUpdateOf), total: onlyRow(counts).total }
}
