import type { Account, applyAccountDecision } from '@answerable/contracts/accounts'
import type { RouteResponse } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type User, userColumns } from '../users/store.ts'

export type AccountRow = User & { createdAt: Date }
type Applied = RouteResponse<typeof applyAccountDecision>

export const accountColumns = `${userColumns}, created_at AS "createdAt"`

/** What administrators see of an account. */
export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  role: row.isAdmin ? 'admin' : 'member',
  suspended: row.suspendedAt !== null,
  joinedAt: row.createdAt.toISOString(),
})

export const findAccount = async (db: Db, id: string): Promise<Account | null> => {
  const { rows } = await db.query<AccountRow>(`SELECT ${accountColumns} FROM users WHERE id = $1`, [
    id,
  ])
  return rows[0] === undefined ? null : accountOf(rows[0])
}

/**
 * Keeps an account and every administrator who can act as they are until the transaction ends, so that two
 * of them cannot suspend each other.
 */
export const lockForDecision = async (
  db: Db,
  id: string,
): Promise<{ current: AccountRow | null; activeAdminIds: string[] }> => {
  const { rows } = await db.query<AccountRow>(
    `SELECT ${accountColumns} FROM users
     WHERE id = $1 OR (is_admin AND suspended_at IS NULL) ORDER BY id FOR NO KEY UPDATE`,
    [id],
  )
  return {
    current: rows.find((row) => row.id === id) ?? null,
    activeAdminIds: rows
      .filter((row) => row.isAdmin && row.suspendedAt === null)
      .map((row) => row.id),
  }
}

/** Null when it is so already. */
export const setSuspended = async (
  db: Db,
  { id, suspended }: { id: string; suspended: boolean },
): Promise<AccountRow | null> => {
  const { rows } = await db.query<AccountRow>(
    `UPDATE users SET suspended_at = CASE WHEN $2 THEN now() END, version = version + 1
     WHERE id = $1 AND (suspended_at IS NOT NULL) <> $2 RETURNING ${accountColumns}`,
    [id, suspended],
  )
  return rows[0] ?? null
}

/** What a decision did when it was applied; null when it was not. */
export const findAppliedDecision = async (
  db: Db,
  { decisionId, accountId }: { decisionId: string; accountId: string },
): Promise<Applied | null> => {
  const { rows } = await db.query<{ user_id: string; answer: Applied }>(
    'SELECT user_id, answer FROM applied_decisions WHERE decision_id = $1',
    [decisionId],
  )
  const [row] = rows
  if (row !== undefined && row.user_id !== accountId) throw new AppError('account_not_found')
  return row?.answer ?? null
}

export const insertAppliedDecision = async (
  db: Db,
  { decisionId, accountId, applied }: { decisionId: string; accountId: string; applied: Applied },
): Promise<void> => {
  await db.query(
    'INSERT INTO applied_decisions (decision_id, user_id, answer) VALUES ($1, $2, $3)',
    [decisionId, accountId, JSON.stringify(applied)],
  )
}
