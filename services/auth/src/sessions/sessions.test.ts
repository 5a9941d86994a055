import { sessionsEnded } from '@answerable/contracts/events'
import { resolveSession, resolveSessions } from '@answerable/contracts/sessions'
import { logOut, readCurrentUser, verifyLink } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../secrets.ts'
import {
  type AuthSite,
  askForMail,
  cookiesSet,
  newPerson,
  signInByLink,
  startAuth,
  withCookies,
} from '../testing/auth-site.ts'
import { deleteDeadSessions } from './store.ts'

let site: AuthSite
const ended: string[] = []
/** The number of sessions in each event. */
const endedAtOnce: number[] = []
beforeAll(async () => {
  site = await startAuth({ ADMIN_EMAILS: 'admin@example.org' })
  await site.bus.subscribe(sessionsEnded, { everyInstanceOf: 'test' }, async ({ payload }) => {
    ended.push(...payload.sessionHashes)
    endedAtOnce.push(payload.sessionHashes.length)
  })
})
afterAll(() => site.stop())

const resolve = async (id: string) =>
  (await site.call(resolveSession, { body: { sessionHash: hashOf(id) } })).body.viewer

const signIn = async () => {
  const { user, cookies } = await signInByLink(site, newPerson())
  return { user, id: cookies.sid ?? '', cookies }
}

const age = (id: string, column: 'last_seen_at' | 'created_at', hours: number) =>
  site.owner.query(
    `UPDATE sessions SET ${column} = ${column} - $2 * interval '1 hour' WHERE hash = $1`,
    [hashOf(id), hours],
  )

/** Seconds since the recorded use. */
const secondsUnused = async (id: string): Promise<number | undefined> => {
  const { rows } = await site.owner.query<{ seconds: number }>(
    "SELECT date_part('epoch', now() - last_seen_at) AS seconds FROM sessions WHERE hash = $1",
    [hashOf(id)],
  )
  return rows[0]?.seconds
}

describe('a session', () => {
  test('is 256 random bits in a cookie that scripts cannot read, and is stored hashed', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    const response = await site.call(verifyLink, { body: { token } })
    const month = 30 * 24 * 3_600
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^sid=[\\w-]{43}; Max-Age=${month}; Path=/; HttpOnly; SameSite=Strict$`),
      ),
      `session-hint=1; Max-Age=${month}; Path=/; SameSite=Strict`,
      'flow=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      expect.stringMatching(
        /^device=[\w-]{43}\.[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const id = cookiesSet(response).sid ?? ''
    const { rows } = await site.owner.query('SELECT * FROM sessions')
    expect(JSON.stringify(rows)).toContain(hashOf(id))
    expect(JSON.stringify(rows)).not.toContain(id)
  })

  test('resolves to its user, and an unknown one to no user', async () => {
    const { user, id } = await signIn()
    expect(await resolve(id)).toMatchObject({
      id: user.id,
      username: user.username,
      role: 'member',
    })
    const unknown = await site.call(resolveSession, { body: { sessionHash: hashOf('unknown') } })
    expect(unknown.body).toEqual({ viewer: null, suspended: false })
  })

  test('resolves with others in one call, in their order', async () => {
    const [one, other, suspended] = [await signIn(), await signIn(), await signIn()]
    await site.owner.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
      suspended.user.id,
    ])
    await age(one.id, 'last_seen_at', 1)
    await age(other.id, 'last_seen_at', 1)
    await age(suspended.id, 'last_seen_at', 1)
    const sessionHashes = [other.id, 'unknown', suspended.id, one.id].map(hashOf)
    const { body } = await site.call(resolveSessions, { body: { sessionHashes } })
    expect(body.sessions).toMatchObject([
      { viewer: { id: other.user.id }, suspended: false },
      { viewer: null, suspended: false },
      { viewer: null, suspended: true },
      { viewer: { id: one.user.id }, suspended: false },
    ])
    await expect.poll(() => secondsUnused(one.id)).toBeLessThan(60)
    expect(await secondsUnused(other.id)).toBeLessThan(60)
    expect(await secondsUnused(suspended.id)).toBeGreaterThan(60)
  })

  test('ends after 14 days without use', async () => {
    const { id } = await signIn()
    await age(id, 'last_seen_at', 14 * 24 - 1)
    expect(await resolve(id)).not.toBeNull()
    await age(id, 'last_seen_at', 14 * 24 + 1)
    expect(await resolve(id)).toBeNull()
  })

  test('ends after 30 days regardless of use', async () => {
    const { id } = await signIn()
    await age(id, 'created_at', 30 * 24 - 1)
    expect(await resolve(id)).not.toBeNull()
    await age(id, 'created_at', 2)
    expect(await resolve(id)).toBeNull()
  })

  test('of an administrator ends after 12 hours', async () => {
    const admin = { ...newPerson(), email: 'admin@example.org' }
    const { user, cookies } = await signInByLink(site, admin)
    expect(user.isAdmin).toBe(true)
    const id = cookies.sid ?? ''
    expect((await resolve(id))?.role).toBe('admin')
    await age(id, 'created_at', 11)
    expect(await resolve(id)).not.toBeNull()
    await age(id, 'created_at', 2)
    expect(await resolve(id)).toBeNull()
  })

  test('records its use at most once a minute', async () => {
    const [recent, older] = [await signIn(), await signIn()]
    await age(recent.id, 'last_seen_at', 5 / 3_600)
    await age(older.id, 'last_seen_at', 1)
    await resolve(recent.id)
    await resolve(older.id)
    await expect.poll(() => secondsUnused(older.id)).toBeLessThan(50)
    expect(await secondsUnused(recent.id)).toBeGreaterThanOrEqual(5)
  })

  test('resolves without waiting for the record of its use', async () => {
    const { user, id } = await signIn()
    await age(id, 'last_seen_at', 1)
    const writer = await site.owner.connect()
    try {
      await writer.query('BEGIN')
      await writer.query('LOCK TABLE sessions IN SHARE MODE')
      expect(await resolve(id)).toMatchObject({ id: user.id })
      const body = { sessionHashes: [hashOf(id)] }
      const { sessions } = (await site.call(resolveSessions, { body })).body
      expect(sessions).toMatchObject([{ viewer: { id: user.id } }])
    } finally {
      await writer.query('ROLLBACK')
      writer.release()
    }
    await expect.poll(() => secondsUnused(id)).toBeLessThan(60)
  })

  test('is deleted after it has ended, and not before', async () => {
    const [fresh, used, unused, old] = [
      await signIn(),
      await signIn(),
      await signIn(),
      await signIn(),
    ]
    await age(used.id, 'created_at', 30 * 24 - 1)
    await age(unused.id, 'last_seen_at', 14 * 24 + 1)
    await age(old.id, 'created_at', 30 * 24 + 1)
    await deleteDeadSessions(site.owner)
    const hashes = [fresh, used, unused, old].map(({ id }) => hashOf(id))
    const { rows } = await site.owner.query<{ hash: string }>(
      'SELECT hash FROM sessions WHERE hash = ANY($1)',
      [hashes],
    )
    expect(rows.map(({ hash }) => hash).toSorted()).toEqual(hashes.slice(0, 2).toSorted())
  })

  test('of a suspended user resolves to no user, or to a member if the caller requests that', async () => {
    const { user, id } = await signIn()
    await site.owner.query('UPDATE users SET suspended_at = now(), is_admin = true WHERE id = $1', [
      user.id,
    ])
    expect(await resolve(id)).toBeNull()
    const body = { sessionHash: hashOf(id), evenSuspended: true }
    const response = await site.call(resolveSession, { body })
    expect(response.body.viewer).toMatchObject({
      id: user.id,
      username: user.username,
      role: 'member',
    })
  })

  test('is resolved only for the gateway', async () => {
    const body = { sessionHash: hashOf('any') }
    const response = await site.call(resolveSession, { body }, { issuer: 'moderation' })
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'passport_refused' } } })
    const malformed = await site.call(resolveSession, { body: { sessionHash: 'short' } })
    expect(malformed.status).toBe(400)
    const many = { body: { sessionHashes: [hashOf('any')] } }
    expect((await site.call(resolveSessions, many, { issuer: 'moderation' })).status).toBe(401)
    expect((await site.call(resolveSessions, { body: { sessionHashes: [] } })).status).toBe(400)
  })

  test('is never taken over from the browser, and the session that the browser sent ends', async () => {
    const { id: former } = await signIn()
    const { token } = await askForMail(site, newPerson())
    const headers = withCookies({ sid: former })
    const response = await site.call(verifyLink, { body: { token } }, { headers })
    expect(cookiesSet(response).sid).not.toBe(former)
    expect(await resolve(former)).toBeNull()
    await expect.poll(() => ended).toContain(hashOf(former))
    const planted = 'A'.repeat(43)
    const other = await askForMail(site, newPerson())
    const second = await site.call(
      verifyLink,
      { body: { token: other.token } },
      { headers: withCookies({ sid: planted }) },
    )
    expect(cookiesSet(second).sid).not.toBe(planted)
    expect(await resolve(planted)).toBeNull()
  })
})

describe('logging out', () => {
  test('ends the session, publishes that and deletes the cookies', async () => {
    const { id, cookies } = await signIn()
    const response = await site.call(logOut, {}, { headers: withCookies(cookies) })
    expect(response.status).toBe(204)
    expect(response.text).toBe('')
    expect(cookiesSet(response)).toEqual({ sid: '', 'session-hint': '' })
    expect(await resolve(id)).toBeNull()
    await expect.poll(() => ended).toContain(hashOf(id))
  })

  test('without a session, or with an unknown one, succeeds and publishes nothing', async () => {
    const { id, cookies } = await signIn()
    for (const headers of [{}, withCookies({ sid: 'unknown' }), withCookies(cookies)]) {
      expect((await site.call(logOut, {}, { headers })).status).toBe(204)
    }
    await expect.poll(() => ended).toContain(hashOf(id))
    expect(endedAtOnce).not.toContain(0)
  })
})

describe('the signed-in user', () => {
  const viewerOf = ({ id, username }: { id: string; username: string }) =>
    ({ id, username, role: 'member' }) as const

  test('is returned to the user, with the address that only they see', async () => {
    const { user } = await signIn()
    const response = await site.call(readCurrentUser, {}, { viewer: viewerOf(user) })
    expect(response.body).toEqual({ user })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('is returned to suspended administrators with the role of a member', async () => {
    const { user } = await signIn()
    await site.owner.query('UPDATE users SET suspended_at = now(), is_admin = true WHERE id = $1', [
      user.id,
    ])
    const response = await site.call(readCurrentUser, {}, { viewer: viewerOf(user) })
    expect(response.body.user.isAdmin).toBe(false)
  })

  test('is 401 for visitors, and for deleted users', async () => {
    const { user } = await signIn()
    expect(await site.call(readCurrentUser, {})).toMatchObject({
      status: 401,
      body: { error: { code: 'signed_out' } },
    })
    const read = () => site.call(readCurrentUser, {}, { viewer: viewerOf(user) })
    await site.owner.query('DELETE FROM users WHERE id = $1', [user.id])
    expect((await read()).status).toBe(401)
  })
})
