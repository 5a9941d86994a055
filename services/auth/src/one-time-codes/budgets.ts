import type { Db } from '@answerable/service-kit/db'
import { keyedHash } from '../secrets.ts'
import {
  type BudgetName,
  budgets,
  hitsWithin,
  memorySeconds,
  secondsUntilAllowed,
} from './budget-rules.ts'

/** One hit on one budget. The key does not reveal its address or network. */
export type Charge = { budget: BudgetName; key: string }

export const chargeOf = (codeKey: Buffer, budget: BudgetName, subject: string): Charge => ({
  budget,
  key: `${budget}:${keyedHash(codeKey, budget, subject)}`,
})

export type Verdict =
  | { kind: 'granted' }
  | { kind: 'refused'; budget: BudgetName; retryAfterSeconds: number }

/** Takes all charges, or none if one exceeds its budget. Needs a transaction. */
export const spend = async (db: Db, charges: readonly Charge[]): Promise<Verdict> => {
  const accounts = await lockAccounts(db, charges)
  for (const { budget, hits, now } of accounts) {
    const retryAfterSeconds = secondsUntilAllowed(hits, budgets[budget], now)
    if (retryAfterSeconds > 0) return { kind: 'refused', budget, retryAfterSeconds }
  }
  for (const { budget, key, hits, now } of accounts) {
    const memory = memorySeconds(budgets[budget])
    await writeHits(db, { key, hits: [...hitsWithin(hits, memory, now), now], memory })
  }
  return { kind: 'granted' }
}

/** Refunds the charges of a successful attempt. Needs a transaction. */
export const refund = async (db: Db, charges: readonly Charge[]): Promise<void> => {
  await lockAccounts(db, charges)
  await db.query(
    'UPDATE budgets SET hits = trim_array(hits, 1) WHERE key = ANY($1) AND cardinality(hits) > 0',
    [charges.map(({ key }) => key)],
  )
}

/** Resets a budget. Needs a transaction. */
export const forgive = async (db: Db, charge: Charge): Promise<void> => {
  await lockAccounts(db, [charge])
  await db.query('DELETE FROM budgets WHERE key = $1', [charge.key])
}

export const deleteSpentBudgets = async (db: Db): Promise<void> => {
  await db.query('DELETE FROM budgets WHERE expires_at < now()')
}

type Account = Charge & { hits: Date[]; now: Date }

/**
 * Advisory locks, always in the same order. They cover budgets that do not exist yet, and a refusal writes nothing.
 * The time is that of the database, read once the locks are held.
 */
const lockAccounts = async (db: Db, charges: readonly Charge[]): Promise<Account[]> => {
  const keys = charges.map(({ key }) => key)
  await db.query(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended(key, 0) AS lock FROM unnest($1::text[]) AS key ORDER BY lock
     ) AS locks`,
    [keys],
  )
  const { rows } = await db.query<{ key: string; hits: Date[]; now: Date }>(
    `SELECT wanted.key, coalesce(budgets.hits, '{}') AS hits, clock_timestamp() AS now
     FROM unnest($1::text[]) AS wanted (key) LEFT JOIN budgets USING (key)`,
    [keys],
  )
  return charges.flatMap((charge) => {
    const row = rows.find(({ key }) => key === charge.key)
    return row === undefined ? [] : [{ ...charge, hits: row.hits, now: row.now }]
  })
}

const writeHits = async (
  db: Db,
  account: { key: string; hits: Date[]; memory: number },
): Promise<void> => {
  await db.query(
    `INSERT INTO budgets (key, hits, expires_at)
     VALUES ($1, $2, now() + coalesce($3 * interval '1 second', 'infinity'))
     ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, expires_at = excluded.expires_at`,
    [
      account.key,
      account.hits.map((hit) => hit.toISOString()),
      Number.isFinite(account.memory) ? account.memory : null,
    ],
  )
}
