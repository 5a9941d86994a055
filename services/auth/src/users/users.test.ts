import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type EventPayload, sessionsEnded, userChanged } from '@answerable/contracts/events'
import { resolveSession } from '@answerable/contracts/sessions'
import { verifyLink } from '@answerable/contracts/sign-in'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import { memoryRateLimitStore } from '@answerable/service-kit/rate-limit/memory-store'
import { startService } from '@answerable/service-kit/service'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../secrets.ts'
import { auth } from '../service.ts'
import {
  type AuthSite,
  askForMail,
  cookiesSet,
  newCodeKey,
  newPerson,
  signInByLink,
  startAuth,
} from '../testing/auth-site.ts'
import { newUsername } from './usernames.ts'
import { adjectives, animals } from './words.ts'

let site: AuthSite
const changes: EventPayload<typeof userChanged>[] = []
const ended: string[] = []
let endedAtOnce = 0
beforeAll(async () => {
  site = await startAuth({ ADMIN_EMAILS: 'Chief@example.org, second@example.org' })
  await site.bus.subscribe(userChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
  await site.bus.subscribe(sessionsEnded, { everyInstanceOf: 'test' }, async ({ payload }) => {
    ended.push(...payload.sessionHashes)
    endedAtOnce = Math.max(endedAtOnce, payload.sessionHashes.length)
  })
})
afterAll(() => site.stop())

const resolve = async (id: string | undefined) => {
  const body = { sessionHash: hashOf(id ?? '') }
  return (await site.call(resolveSession, { body })).body.viewer
}

describe('an account', () => {
  test('is created at the first sign-in, published, and found again at the next', async () => {
    const person = newPerson()
    const first = await signInByLink(site, person)
    await site.owner.query('DELETE FROM budgets')
    const second = await signInByLink(site, person)
    expect(second.user).toEqual(first.user)
    const { id, username } = first.user
    await expect
      .poll(() => changes)
      .toContainEqual({
        user: { id, username, role: 'member' },
        version: 1,
        suspended: false,
        joinedAt: expect.any(String),
        voterId: expect.any(String),
      })
    expect(changes.filter(({ user }) => user.id === id)).toHaveLength(1)
  })

  test('is created once, even if two flows of its address are redeemed at the same time', async () => {
    const person = newPerson()
    const one = await askForMail(site, person)
    await site.owner.query('DELETE FROM budgets')
    const other = await askForMail(site, person)
    const responses = await Promise.all(
      [one, other].map(({ token }) => site.call(verifyLink, { body: { token } })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses[0]?.body.user).toEqual(responses[1]?.body.user)
  })

  test('that is suspended can be signed in to, but its session resolves to no user', async () => {
    const person = newPerson()
    const { user } = await signInByLink(site, person)
    await site.owner.query('UPDATE users SET suspended_at = now() WHERE id = $1', [user.id])
    await site.owner.query('DELETE FROM budgets')
    const { token } = await askForMail(site, person)
    const response = await site.call(verifyLink, { body: { token } })
    expect(response.status).toBe(200)
    expect(await resolve(cookiesSet(response).sid)).toBeNull()
  })
})

describe('a username', () => {
  test('consists of two listed words and four digits, whatever the random numbers', () => {
    const chance = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
    fc.assert(
      fc.property(chance, (numbers) => {
        const random = (below: number) => Math.floor(numbers.next().value * below)
        const [adjective = '', animal = '', digits = ''] = newUsername(random).split('-')
        expect(adjectives).toContain(adjective)
        expect(animals).toContain(animal)
        expect(digits).toMatch(/^[1-9]\d{3}$/)
      }),
    )
  })

  test('is chosen from enough words, each plain and listed once', () => {
    for (const words of [adjectives, animals]) {
      expect(words.length).toBeGreaterThan(100)
      expect(new Set(words).size).toBe(words.length)
      for (const word of words) expect(word).toMatch(/^[a-z]{2,12}$/)
    }
  })

  test('contains no part of the email address', async () => {
    const person = { ...newPerson(), email: 'very.private.name@example.org' }
    const { user } = await signInByLink(site, person)
    for (const part of ['very', 'private', 'name']) expect(user.username).not.toContain(part)
  })
})

describe('administrators', () => {
  test('in ADMIN_EMAILS are granted at sign-in, regardless of case', async () => {
    const { user, cookies } = await signInByLink(site, {
      ...newPerson(),
      email: 'chief@example.org',
    })
    expect(user.isAdmin).toBe(true)
    expect((await resolve(cookies.sid))?.role).toBe('admin')
    await expect
      .poll(() => changes)
      .toContainEqual({
        user: { id: user.id, username: user.username, role: 'admin' },
        version: 2,
        suspended: false,
        joinedAt: expect.any(String),
        voterId: expect.any(String),
      })
  })

  test('in ADMIN_EMAILS with an account are granted at start, and nobody is revoked by it', async () => {
    const { user } = await signInByLink(site, newPerson())
    await site.owner.query('UPDATE users SET is_admin = true WHERE email = $1', [
      'chief@example.org',
    ])
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: site.database.url,
      PASSPORT_KEYS: passportKeysFor(testMasterKey, 'auth'),
      CODE_KEY: newCodeKey(),
      ADMIN_EMAILS: user.email,
    }
    const rateLimitStore = memoryRateLimitStore()
    const second = await startService(auth, environment, { bus: site.bus, rateLimitStore })
    await second.stop()
    await rateLimitStore.close()
    const { rows } = await site.owner.query(
      'SELECT email FROM users WHERE is_admin ORDER BY created_at',
    )
    expect(rows).toEqual([{ email: 'chief@example.org' }, { email: user.email }])
  })

  const administer = async (...args: string[]) => {
    const script = fileURLToPath(new URL('../admin.ts', import.meta.url))
    const env = { DATABASE_URL: site.database.url }
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env })
      return { code: 0, output: stdout }
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string }
      return { code, output: stderr }
    }
  }

  test('are granted and revoked by command; a revoked one is signed out', async () => {
    const person = newPerson()
    const { user, cookies } = await signInByLink(site, person)
    expect(await administer('grant', person.email)).toMatchObject({ code: 0 })
    expect((await resolve(cookies.sid))?.role).toBe('admin')
    expect((await administer('grant', person.email)).output).toContain('already')
    expect(await administer('revoke', person.email.toUpperCase())).toMatchObject({ code: 0 })
    expect(await resolve(cookies.sid)).toBeNull()
    await expect.poll(() => ended).toContain(hashOf(cookies.sid ?? ''))
    const seen = changes.filter((change) => change.user.id === user.id)
    expect(seen.map(({ user, version }) => [user.role, version])).toEqual([
      ['member', 1],
      ['admin', 2],
      ['member', 3],
    ])
  })

  test('get a one-line error from an invalid command', async () => {
    for (const args of [[], ['grant'], ['promote', 'a@example.org'], ['grant', 'nobody']]) {
      const { code, output } = await administer(...args)
      expect(code).toBe(1)
      expect(output).toMatch(/^Usage: .*\n$/)
    }
    const { code, output } = await administer('grant', 'never-seen@example.org')
    expect([code, output.trim().split('\n').length]).toEqual([1, 1])
  })

  test('end all sessions by command, and each end is published', async () => {
    const people = [newPerson(), newPerson()]
    const sessions: (string | undefined)[] = []
    for (const person of people) sessions.push((await signInByLink(site, person)).cookies.sid)
    const more = Array.from({ length: 600 }, (_, n) => hashOf(String(n)))
    await site.owner.query(
      'INSERT INTO sessions (hash, user_id) SELECT unnest($1::text[]), (SELECT id FROM users LIMIT 1)',
      [more],
    )
    const { rows } = await site.owner.query<{ hash: string }>('SELECT hash FROM sessions')
    expect((await administer('end-sessions', 'everyone')).output).toMatch(/^Usage: /)
    for (const sid of sessions) expect(await resolve(sid)).not.toBeNull()
    const output = `Sessions ended: ${rows.length}. Everyone has to sign in again.\n`
    expect(await administer('end-sessions')).toEqual({ code: 0, output })
    for (const sid of sessions) expect(await resolve(sid)).toBeNull()
    await expect.poll(() => ended).toEqual(expect.arrayContaining(rows.map(({ hash }) => hash)))
    expect(endedAtOnce).toBe(500)
    expect(await administer('end-sessions')).toMatchObject({ code: 0 })
  })
})
