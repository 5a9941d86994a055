import type { Account, applyAccountDecision } from '@answerable/contracts/accounts'
import type { RouteResponse } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type User, userColumns } from '../users/store.ts'

export type AccountRow = User & { createdAt: Date }
/** The stored result of a decision, only for the account that it names. */
type Applied = Omit<RouteResponse<typeof applyAccountDecision>, 'others'>

export const accountColumns = `${userColumns}, created_at AS "createdAt"`

/** The fields of an account that administrators see. */
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

/** The account and all others of its mailbox. */
export const listMailboxAccounts = async (
  db: Db,
  { id, voterId }: Pick<User, 'id' | 'voterId'>,
): Promise<AccountRow[]> => {
  const { rows } = await db.query<AccountRow>(
    `SELECT ${accountColumns} FROM users WHERE id = $1 OR voter_id = $2 ORDER BY id`,
    [id, voterId],
  )
  return rows
}

/**
 * Locks an account, the others of its mailbox and every administrator who can act until the transaction ends, so
 * that two administrators cannot suspend each other.
 */
export const lockForDecision = async (
  db: Db,
  id: string,
): Promise<{ current: AccountRow | null; mailbox: AccountRow[]; activeAdminIds: string[] }> => {
  const { rows } = await db.query<AccountRow>(
    `SELECT ${accountColumns} FROM users
     WHERE id = $1 OR voter_id = (SELECT voter_id FROM users WHERE id = $1)
       OR (is_admin AND suspended_at IS NULL) ORDER BY id FOR NO KEY UPDATE`,
    [id],
  )
  const current = rows.find((row) => row.id === id) ?? null
  return {
    current,
    mailbox: rows.filter(
      (row) => row.id === id || (row.voterId !== null && row.voterId === current?.voterId),
    ),
    activeAdminIds: rows
      .filter((row) => row.isAdmin && row.suspendedAt === null)
      .map((row) => row.id),
  }
}

/** Returns the accounts that were not so already. */
export const setSuspended = async (
  db: Db,
  { ids, suspended }: { ids: readonly string[]; suspended: boolean },
): Promise<AccountRow[]> => {
  const { rows } = await db.query<AccountRow>(
    `UPDATE users SET suspended_at = CASE WHEN $2 THEN now() END, version = version + 1
     WHERE id = ANY($1) AND (suspended_at IS NOT NULL) <> $2 RETURNING ${accountColumns}`,
    [ids, suspended],
  )
  return rows
}

/** The result of an applied decision; null if it was not applied. */
export const findAppliedDecision = async (
  db: Db,
  { decisionId, accountId }: { decisionId: string; accountId: string },
): Promise<Applied | null> => {
  const { rows } = await db.query<{ user_id: string; response: Applied }>(
    'SELECT user_id, response FROM applied_decisions WHERE decision_id = $1',
    [decisionId],
  )
  const [row] = rows
  if (row !== undefined && row.user_id !== accountId) throw new AppError('account_not_found')
  return row?.response ?? null
}

export const insertAppliedDecision = async (
  db: Db,
  { decisionId, accountId, applied }: { decisionId: string; accountId: string; applied: Applied },
): Promise<void> => {
  await db.query(
    'INSERT INTO applied_decisions (decision_id, user_id, response) VALUES ($1, $2, $3)',
    [decisionId, accountId, JSON.stringify(applied)],
  )
}
