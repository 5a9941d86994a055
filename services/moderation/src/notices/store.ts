import type { ReasonCode } from '@answerable/contracts/decisions'
import {
  type AdminNotice,
  type NoticedContent,
  type NoticeReason,
  type NoticeState,
  type NoticeStatus,
  noticeMonths,
} from '@answerable/contracts/notices'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { withRemovals } from './removals.ts'

type Outcome = { reasonCode: ReasonCode | null; note: string | null }

export type NoticeRow = {
  id: string
  content: NoticedContent[]
  /** The content that was removed when the latest decision was made. */
  removals: { path: string; decisionId: string }[]
  reason: NoticeReason
  explanation: string
  notifier_name: string | null
  has_mailbox: boolean
  confirmed_at: Date | null
  request_hash: Buffer | null
  state: NoticeState
  decided_by: string | null
  decided_at: Date | null
  objection: string | null
  objected_at: Date | null
  settled_state: NoticeState | null
  settled_by: string | null
  settled_at: Date | null
  version: number
  created_at: Date
  object_until: Date | null
  decision: (Outcome & { moderator: { id: string; username: string } }) | null
  settlement: Outcome | null
}

const outcomeOf = (alias: string) => `'reasonCode', ${alias}.reason_code, 'note', ${alias}.note`

const select = `SELECT notices.*,
    CASE WHEN objected_at IS NULL AND decided_at + interval '${noticeMonths} months' > now()
      THEN decided_at + interval '${noticeMonths} months' END AS object_until,
    CASE WHEN decided.id IS NOT NULL THEN jsonb_build_object(${outcomeOf('decided')},
      'moderator', jsonb_build_object('id', decided.admin_id, 'username', decided.admin_username)
    ) END AS decision,
    CASE WHEN settled.id IS NOT NULL THEN jsonb_build_object(${outcomeOf('settled')}) END AS settlement
  FROM notices
  LEFT JOIN decisions AS decided ON decided.id = decided_by
  LEFT JOIN decisions AS settled ON settled.id = settled_by`

const isWaitingSql = `(notices.state = 'open' OR (objected_at IS NOT NULL AND settled_by IS NULL))`

export const isWaiting = ({ state, objected_at, settled_by }: NoticeRow): boolean =>
  state === 'open' || (objected_at !== null && settled_by === null)

export type NewNotice = Pick<
  NoticeRow,
  'id' | 'content' | 'reason' | 'explanation' | 'notifier_name' | 'has_mailbox'
> & { requestHash: Buffer }

/** False if there is a notice with this id. Counts it otherwise. */
export const insertNotice = async (db: Db, notice: NewNotice): Promise<boolean> => {
  const { rowCount } = await db.query(
    `INSERT INTO notices (
       id, content, reason, explanation, notifier_name, has_mailbox, request_hash
     ) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
    [
      notice.id,
      JSON.stringify(notice.content),
      notice.reason,
      notice.explanation,
      notice.notifier_name,
      notice.has_mailbox,
      notice.requestHash,
    ],
  )
  if (rowCount === 0) return false
  await countNotice(db, notice.reason, 'received')
  return true
}

export const findNotice = async (db: Db, id: string): Promise<NoticeRow | null> => {
  const { rows } = await db.query<NoticeRow>(`${select} WHERE notices.id = $1`, [id])
  return rows[0] ?? null
}

export const findNotices = async (db: Db, ids: readonly string[]): Promise<NoticeRow[]> => {
  const { rows } = await db.query<NoticeRow>(`${select} WHERE notices.id = ANY ($1)`, [ids])
  return rows
}

/** Notices and objections that wait for a decision, the longest first. */
export const findWaitingNotices = async (
  db: Db,
  limit: number,
): Promise<Pick<NoticeRow, 'id' | 'created_at' | 'objected_at'>[]> => {
  const { rows } = await db.query<Pick<NoticeRow, 'id' | 'created_at' | 'objected_at'>>(
    `SELECT id, created_at, objected_at FROM notices WHERE ${isWaitingSql}
     ORDER BY coalesce(objected_at, created_at), id LIMIT $1`,
    [limit],
  )
  return rows
}

export const countWaitingNotices = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM notices WHERE ${isWaitingSql}`,
  )
  return onlyRow(rows).total
}

export const confirmNotifier = async (db: Db, id: string): Promise<void> => {
  await db.query(
    `UPDATE notices SET confirmed_at = now(), version = version + 1
     WHERE id = $1 AND confirmed_at IS NULL`,
    [id],
  )
}

/** False if the notice is open, the time is over or there is an objection already. Needs a transaction. */
export const insertObjection = async (db: Db, id: string, text: string): Promise<boolean> => {
  const { rows } = await db.query<{ reason: NoticeReason }>(
    `UPDATE notices SET objection = $2, objected_at = now(), version = version + 1
     WHERE id = $1 AND objected_at IS NULL AND decided_at + interval '${noticeMonths} months' > now()
     RETURNING reason`,
    [id, text],
  )
  const [row] = rows
  if (row === undefined) return false
  await countNotice(db, row.reason, 'objected')
  await requestMail(db, id, 'objection')
  return true
}

/** Records the outcome of a notice or of its objection. False if it has changed since. Needs a transaction. */
export const settleNotice = async (
  db: Db,
  settled: Pick<NoticeRow, 'id' | 'version' | 'state' | 'removals'> & { decisionId: string },
): Promise<boolean> => {
  const { rows } = await db.query<{
    reason: NoticeReason
    isObjection: boolean
    hasMailbox: boolean
  }>(
    `UPDATE notices SET
       settled_state = CASE WHEN state <> 'open' THEN $3 END,
       settled_by = CASE WHEN state <> 'open' THEN $4::uuid END,
       settled_at = CASE WHEN state <> 'open' THEN now() END,
       state = CASE WHEN state = 'open' THEN $3 ELSE state END,
       decided_by = coalesce(decided_by, $4),
       decided_at = coalesce(decided_at, now()),
       removals = $5,
       version = version + 1
     WHERE id = $1 AND version = $2 AND ${isWaitingSql}
     RETURNING reason, settled_by IS NOT NULL AS "isObjection", has_mailbox AS "hasMailbox"`,
    [
      settled.id,
      settled.version,
      settled.state,
      settled.decisionId,
      JSON.stringify(settled.removals),
    ],
  )
  const [row] = rows
  if (row === undefined) return false
  const { reason, isObjection, hasMailbox } = row
  await countNotice(db, reason, isObjection ? `objection-${settled.state}` : settled.state)
  if (hasMailbox) await requestMail(db, settled.id, isObjection ? 'objection-outcome' : 'outcome')
  return true
}

export type MailKind = 'outcome' | 'objection' | 'objection-outcome'

const requestMail = async (db: Db, id: string, kind: MailKind): Promise<void> => {
  await db.query('INSERT INTO notice_mail_requests (notice_id, kind) VALUES ($1, $2)', [id, kind])
}

/** Mails for which auth has not been called successfully, oldest first. */
export const findMailRequests = async (
  db: Db,
  limit: number,
): Promise<{ noticeId: string; kind: MailKind }[]> => {
  const { rows } = await db.query<{ noticeId: string; kind: MailKind }>({
    name: 'find-mail-requests',
    text: `SELECT notice_id AS "noticeId", kind FROM notice_mail_requests
      ORDER BY created_at LIMIT $1`,
    values: [limit],
  })
  return rows
}

export const deleteMailRequest = async (
  db: Db,
  noticeId: string,
  kind: MailKind,
): Promise<void> => {
  await db.query('DELETE FROM notice_mail_requests WHERE notice_id = $1 AND kind = $2', [
    noticeId,
    kind,
  ])
}

/** Erases texts and names of notices whose last decision is old enough. */
export const eraseOldNotices = async (db: Db): Promise<void> => {
  await db.query(
    `UPDATE notices SET content = '[]', removals = '[]', explanation = '', notifier_name = NULL, request_hash = NULL,
       objection = CASE WHEN objection IS NULL THEN NULL ELSE '' END, erased_at = now()
     WHERE erased_at IS NULL AND decided_at < now() - interval '${noticeMonths} months'
       AND NOT ${isWaitingSql}
       AND coalesce(settled_at, decided_at) < now() - interval '${noticeMonths} months'`,
  )
}

const countNotice = async (db: Db, reason: NoticeReason, outcome: string): Promise<void> => {
  await db.query(
    `INSERT INTO notice_counts AS known (month, reason, outcome, notices)
     VALUES (date_trunc('month', now() AT TIME ZONE 'UTC'), $1, $2, 1)
     ON CONFLICT (month, reason, outcome) DO UPDATE SET notices = known.notices + 1`,
    [reason, outcome],
  )
}

export const readAdminNotice = async (db: Db, row: NoticeRow): Promise<AdminNotice> => ({
  id: row.id,
  what: await withRemovals(db, row.content),
  reasonCode: row.reason,
  why: row.explanation,
  who: row.notifier_name,
  mailbox: mailboxOf(row),
  receivedAt: row.created_at.toISOString(),
  state: row.settled_state ?? row.state,
  decision:
    row.decision === null || row.decided_at === null
      ? null
      : { decidedAt: row.decided_at.toISOString(), ...row.decision },
  objection:
    row.objection === null || row.objected_at === null || row.settled_by !== null
      ? null
      : { text: row.objection, objectedAt: row.objected_at.toISOString() },
  version: row.version,
})

const mailboxOf = ({ has_mailbox, confirmed_at }: NoticeRow): AdminNotice['mailbox'] => {
  if (!has_mailbox) return 'none'
  return confirmed_at === null ? 'unconfirmed' : 'confirmed'
}

/** Built field by field: the notifier does not learn the administrator's name. */
export const noticeStatusOf = (row: NoticeRow): NoticeStatus => ({
  receivedAt: row.created_at.toISOString(),
  what: row.content.map(({ path }) => path),
  removed: row.removals.map(({ path }) => path),
  reasonCode: row.reason,
  isConfirmed: row.confirmed_at !== null,
  state: row.state,
  decision:
    row.decision === null || row.decided_at === null
      ? null
      : {
          decidedAt: row.decided_at.toISOString(),
          reasonCode: row.decision.reasonCode,
          note: row.decision.note,
        },
  mayObjectUntil: row.object_until?.toISOString() ?? null,
  objection:
    row.objection === null || row.objected_at === null
      ? null
      : {
          text: row.objection,
          objectedAt: row.objected_at.toISOString(),
          state: row.settled_state ?? 'open',
          settledAt: row.settled_at?.toISOString() ?? null,
          reasonCode: row.settlement?.reasonCode ?? null,
          note: row.settlement?.note ?? null,
        },
})
