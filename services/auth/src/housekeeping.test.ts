import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpired } from './housekeeping.ts'
import {
  type AuthSite,
  askForMail,
  newPerson,
  signInByLink,
  startAuth,
} from './testing/auth-site.ts'

let site: AuthSite
beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

const counts = async () => {
  const tables = ['flows', 'sessions', 'budgets', 'users']
  const rows = await Promise.all(tables.map((table) => site.owner.query(`SELECT FROM ${table}`)))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.rowCount]))
}

/** Ages all rows by this many days, in every time column. */
const letPass = async (days: number): Promise<void> => {
  const { rows } = await site.owner.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'auth' AND data_type = 'timestamp with time zone'`,
  )
  for (const { table, column } of rows) {
    await site.owner.query(`UPDATE ${table} SET ${column} = ${column} - $1 * interval '1 day'`, [
      days,
    ])
  }
}

test('after 30 days no location, device or former name of a person remains', async () => {
  const person = newPerson()
  await signInByLink(site, person)
  await site.owner.query("DELETE FROM budgets WHERE key LIKE 'mails %'")
  // With a second browser.
  await signInByLink(site, { ...newPerson(), email: person.email })
  await site.owner.query(
    `INSERT INTO released_names (name_key, user_id, expires_at)
     SELECT 'key', id, now() + interval '30 days' FROM users LIMIT 1`,
  )
  await site.owner.query(
    `INSERT INTO deleted_accounts (user_id, republish_at) VALUES (gen_random_uuid(), now())`,
  )
  await site.owner.query(
    `INSERT INTO notices (user_id, device, not_before)
     SELECT id, 'Firefox on Linux', 'infinity' FROM users LIMIT 1`,
  )
  await letPass(31)
  await deleteExpired(site.owner)
  for (const table of [
    'sessions',
    'flows',
    'notices',
    'budgets',
    'released_names',
    'deleted_accounts',
  ]) {
    expect([table, (await site.owner.query(`SELECT FROM ${table}`)).rowCount]).toEqual([table, 0])
  }
  await site.owner.query('DELETE FROM users')
})

test('only expired rows are deleted', async () => {
  await signInByLink(site, newPerson())
  await signInByLink(site, newPerson())
  await askForMail(site, newPerson())
  const before = await counts()
  await deleteExpired(site.owner)
  expect(await counts()).toEqual(before)
  await site.owner.query(`
    UPDATE flows SET expires_at = expires_at - interval '2 hours';
    UPDATE budgets SET expires_at = expires_at - interval '2 days';
    UPDATE sessions SET last_seen_at = last_seen_at - interval '15 days' WHERE hash IN (
      SELECT hash FROM sessions LIMIT 1);
  `)
  await deleteExpired(site.owner)
  expect(await counts()).toEqual({ flows: 0, sessions: 1, budgets: 0, users: 2 })
})
