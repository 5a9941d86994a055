import { readSessionChanges } from '@answerable/contracts/sessions'
import { logOut } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '../secrets.ts'
import {
  type AuthSite,
  newPerson,
  signInByLink,
  startAuth,
  withCookies,
} from '../testing/auth-site.ts'
import { deleteOldChanges, maxChanges, readChanges } from './changes.ts'

let site: AuthSite
beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

const read = async (after: string | null) =>
  (await site.call(readSessionChanges, { body: { after } })).body
const signIn = async () => {
  const { user, cookies } = await signInByLink(site, newPerson())
  return { userId: user.id, cookies, hash: hashOf(cookies.sid ?? '') }
}

/**
 * A position without changes before it. While a transaction runs in any database of the server, as of tests beside
 * this one, a position includes the changes since that transaction began.
 */
const cleanPosition = async () => {
  await site.owner.query('DELETE FROM session_changes')
  return (await read(null)).position
}

/** The response after a change. */
const changesAfter = async (change: () => Promise<unknown>) => {
  const position = await cleanPosition()
  await change()
  return read(position)
}

test('without a position nothing is returned but a position', async () => {
  await signIn()
  expect(await read(null)).toEqual({
    position: expect.stringMatching(/^[0-9A-F]{8}-\d{16}\.\d+$/),
    complete: false,
    sessionHashes: [],
    userIds: [],
  })
})

test('a session that was signed out is returned', async () => {
  const { hash, cookies } = await signIn()
  const changes = await changesAfter(() => site.call(logOut, {}, { headers: withCookies(cookies) }))
  expect(changes).toMatchObject({ complete: true, sessionHashes: [hash] })
})

test.each([
  ['a suspension', 'UPDATE users SET suspended_at = now() WHERE id = $1'],
  ['a new username', "UPDATE users SET username = username || '-2' WHERE id = $1"],
  ['a new role', 'UPDATE users SET is_admin = NOT is_admin WHERE id = $1'],
  ['another mailbox', 'UPDATE users SET voter_id = gen_random_uuid() WHERE id = $1'],
  ['a deleted account', 'DELETE FROM users WHERE id = $1'],
])('the account of %s is returned', async (_case, statement) => {
  const { userId } = await signIn()
  const changes = await changesAfter(() => site.owner.query(statement, [userId]))
  expect(changes).toMatchObject({ complete: true, userIds: [userId] })
})

test('the sessions of a deleted account are returned', async () => {
  const { userId, hash } = await signIn()
  const changes = await changesAfter(() =>
    site.owner.query('DELETE FROM users WHERE id = $1', [userId]),
  )
  expect(changes.sessionHashes).toEqual([hash])
})

test('the use of a session is no change', async () => {
  const { hash } = await signIn()
  const changes = await changesAfter(() =>
    site.owner.query('UPDATE sessions SET last_seen_at = now() WHERE hash = $1', [hash]),
  )
  expect(changes).toMatchObject({ complete: true, sessionHashes: [], userIds: [] })
})

test('a change that begins before a call and commits after it is in the next response', async () => {
  const { hash } = await signIn()
  const slow = await site.owner.connect()
  try {
    await slow.query('BEGIN')
    await slow.query('DELETE FROM sessions WHERE hash = $1', [hash])
    // Later transactions have higher ids and commit first.
    const other = await signIn()
    await site.owner.query('DELETE FROM sessions WHERE hash = $1', [other.hash])
    const before = await read((await read(null)).position)
    expect(before.sessionHashes).not.toContain(hash)
    await slow.query('COMMIT')
    expect((await read(before.position)).sessionHashes).toContain(hash)
  } finally {
    slow.release()
  }
})

test.each([
  ['of another timeline', (position: string) => position.replace(/^.{8}/, 'FFFFFFFF')],
  ['from before a crash', (position: string) => position.replace(/-\d/, '-9')],
  ['of the future', (position: string) => `${position}000`],
  ['that is none', () => 'somewhere'],
])('after a position %s, changes may be missing', async (_case, change) => {
  const { position } = await read(null)
  const { complete, sessionHashes, userIds } = await read(change(position))
  expect({ complete, sessionHashes, userIds }).toEqual({
    complete: false,
    sessionHashes: [],
    userIds: [],
  })
})

test('too many changes are not returned', async () => {
  const position = await cleanPosition()
  const insert = 'INSERT INTO session_changes (user_id) SELECT uuidv7() FROM generate_series(1, $1)'
  await site.owner.query(insert, [maxChanges])
  expect((await read(position)).userIds).toHaveLength(maxChanges)
  await site.owner.query(insert, [1])
  expect(await read(position)).toMatchObject({ complete: false, userIds: [] })
})

test('old changes are deleted', async () => {
  const position = await cleanPosition()
  await site.owner.query("INSERT INTO session_changes (at) VALUES (now() - interval '59 minutes')")
  await site.owner.query("INSERT INTO session_changes (at) VALUES (now() - interval '61 minutes')")
  await deleteOldChanges(site.owner)
  const { rowCount } = await site.owner.query(
    "SELECT FROM session_changes WHERE at < now() - interval '58 minutes'",
  )
  expect(rowCount).toBe(1)
  expect(await readChanges(site.owner, position)).toMatchObject({ complete: true })
})
