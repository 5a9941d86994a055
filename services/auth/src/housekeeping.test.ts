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

test('what has expired is deleted, and nothing else', async () => {
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
