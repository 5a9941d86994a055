import { resolveSession } from '@answerable/contracts/sessions'
import { logOut, readCurrentUser, verifyCode } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from './secrets.ts'
import { type AuthSite, newPerson, signInByLink, startAuth } from './testing/auth-site.ts'

let site: AuthSite

beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

test('a flood of one kind of call delays neither sessions nor other kinds', async () => {
  const person = newPerson()
  const { user, cookies } = await signInByLink(site, person)
  const viewer = { id: user.id, username: user.username, role: 'member' } as const
  const lock = await site.owner.connect()
  try {
    // While this lock is held, no code check can complete.
    await lock.query('BEGIN; LOCK TABLE flows IN ACCESS EXCLUSIVE MODE')
    const body = { email: 'nobody@example.org', code: '123456' }
    const flood = Array.from({ length: 60 }, (_, index) =>
      site.send(
        { method: verifyCode.method, path: verifyCode.path, body: JSON.stringify(body) },
        { clientAddress: `10.9.0.${index}`, headers: { cookie: 'flow=a' } },
      ),
    )
    const holder = await site.call(resolveSession, {
      body: { sessionHash: hashOf(cookies.sid ?? '') },
    })
    expect(holder.body.viewer).toMatchObject({ id: user.id })
    expect((await site.call(readCurrentUser, {}, { viewer })).status).toBe(200)
    const headers = { cookie: `sid=${cookies.sid}` }
    expect((await site.call(logOut, {}, { viewer, headers })).status).toBe(204)
    await lock.query('ROLLBACK')
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    // Either wrong, or timed out in the database during the lock.
    expect(statuses.filter((status) => status !== 400 && status !== 503)).toEqual([])
  } finally {
    lock.release()
  }
})
