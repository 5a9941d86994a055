import { type EventPayload, sessionsEnded, userChanged } from '@answerable/contracts/events'
import {
  changeUsername,
  endOtherSessions,
  endOwnSession,
  readOwnAccount,
} from '@answerable/contracts/own-account'
import { exportAccount } from '@answerable/contracts/own-data'
import { type CurrentUser, verifyLink } from '@answerable/contracts/sign-in'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../secrets.ts'
import { endAllSessions } from '../sessions/store.ts'
import {
  type AuthSite,
  askForMail,
  cookiesSet,
  newPerson,
  type Person,
  signInByLink,
  startAuth,
  withCookies,
} from '../testing/auth-site.ts'
import { skeletonOf } from '../users/name-rules.ts'

let site: AuthSite
const ended: string[] = []
const changes: EventPayload<typeof userChanged>[] = []
beforeAll(async () => {
  site = await startAuth()
  await site.bus.subscribe(sessionsEnded, { everyInstanceOf: 'test' }, async ({ payload }) => {
    ended.push(...payload.sessionHashes)
  })
  await site.bus.subscribe(userChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
})
afterAll(() => site.stop())

const viewerOf = ({ id, username }: CurrentUser) => ({ id, username, role: 'member' }) as const

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const onIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

type Browser = { userAgent?: string; clientAddress?: string; cookies?: Record<string, string> }

/** Signs a person in with one more browser; returns its cookies. */
const signInWith = async (person: Person, browser: Browser = {}) => {
  await site.owner.query("DELETE FROM budgets WHERE key LIKE 'mails %'")
  const { token } = await askForMail(site, person)
  const { userAgent = firefox, clientAddress = person.clientAddress, cookies = {} } = browser
  const response = await site.call(
    verifyLink,
    { body: { token } },
    { clientAddress, headers: { 'user-agent': userAgent, ...withCookies(cookies) } },
  )
  expect(response.status).toBe(200)
  const set = cookiesSet(response)
  return { user: response.body.user, viewer: viewerOf(response.body.user), cookies: set }
}

const sessionsSeenBy = async ({ viewer, cookies }: Awaited<ReturnType<typeof signInWith>>) =>
  (await site.call(readOwnAccount, {}, { viewer, headers: withCookies(cookies) })).body.sessions

const noticesTo = async (email: string): Promise<string[]> => {
  // Due mails are sent before later requests.
  await expect.poll(async () => (await site.owner.query('SELECT FROM notices')).rowCount).toBe(0)
  const { rows } = await site.owner.query<{ body: string }>(
    "SELECT body FROM dev_mails WHERE recipient = $1 AND subject LIKE 'New sign-in%' ORDER BY id",
    [email],
  )
  return rows.map(({ body }) => body)
}

describe('one’s sessions', () => {
  test('are listed with device, country and time, and the current one is marked', async () => {
    const person = newPerson()
    await signInWith(person)
    const phone = await signInWith(person, { userAgent: onIphone, clientAddress: '2a02:1206::1' })
    const listed = await sessionsSeenBy(phone)
    expect(listed.map(({ device, country, current }) => [device, country, current])).toEqual([
      ['Safari on iPhone', 'CH', true],
      ['Firefox on Linux', null, false],
    ])
  })

  test('store a device name from our own list, and nothing else that the browser sent', async () => {
    const person = newPerson()
    const { user } = await signInWith(person, {
      userAgent: `${firefox} <script>unique-7f3a</script>`,
    })
    const { rows } = await site.owner.query('SELECT * FROM sessions WHERE user_id = $1', [user.id])
    expect(rows[0]?.device).toBe('Firefox on Linux')
    expect(JSON.stringify(rows)).not.toContain('7f3a')
  })

  test('are ended one by one, at once and for everyone', async () => {
    const person = newPerson()
    const lost = await signInWith(person)
    const own = await signInWith(person)
    const [, other] = await sessionsSeenBy(own)
    const end = () =>
      site.call(
        endOwnSession,
        { params: { id: other?.id ?? '' } },
        { viewer: own.viewer, headers: withCookies(own.cookies) },
      )
    expect((await end()).status).toBe(204)
    await expect.poll(() => ended).toContain(hashOf(lost.cookies.sid ?? ''))
    expect(await sessionsSeenBy(own)).toHaveLength(1)
    expect((await end()).status).toBe(204)
  })

  test('of others cannot be ended, and their existence is not revealed', async () => {
    const victim = await signInWith(newPerson())
    const [session] = await sessionsSeenBy(victim)
    const stranger = await signInWith(newPerson())
    const response = await site.call(
      endOwnSession,
      { params: { id: session?.id ?? '' } },
      { viewer: stranger.viewer, headers: withCookies(stranger.cookies) },
    )
    expect(response.status).toBe(204)
    expect(await sessionsSeenBy(victim)).toHaveLength(1)
  })

  test('are ended together, except the current one', async () => {
    const person = newPerson()
    const [one, two] = [await signInWith(person), await signInWith(person)]
    const own = await signInWith(person)
    const response = await site.call(
      endOtherSessions,
      {},
      { viewer: own.viewer, headers: withCookies(own.cookies) },
    )
    expect(response.body).toEqual({ ended: 2 })
    const hashes = [one, two].map(({ cookies }) => hashOf(cookies.sid ?? ''))
    await expect.poll(() => ended).toEqual(expect.arrayContaining(hashes))
    expect(await sessionsSeenBy(own)).toMatchObject([{ current: true }])
  })

  test('that are ended by themselves lose their cookies', async () => {
    const own = await signInWith(newPerson())
    const [session] = await sessionsSeenBy(own)
    const response = await site.call(
      endOwnSession,
      { params: { id: session?.id ?? '' } },
      { viewer: own.viewer, headers: withCookies(own.cookies) },
    )
    expect(cookiesSet(response)).toMatchObject({ sid: '', 'session-hint': '' })
  })
})

describe('a sign-in with an unknown browser', () => {
  test('is reported by mail: time, device, country and where to end it, without a secret', async () => {
    const person = newPerson()
    await signInWith(person)
    expect(await noticesTo(person.email)).toEqual([])
    await signInWith(person, { userAgent: onIphone, clientAddress: '2a02:1206::1' })
    const [notice = '', ...more] = await noticesTo(person.email)
    expect(more).toEqual([])
    expect(notice).toContain('Safari on iPhone, from Switzerland, ')
    expect(notice).toContain('http://localhost:8080/settings')
    expect(notice).not.toMatch(/token|\?|\b\d{6}\b/)
  })

  test('with a known browser is not reported, even after signing out', async () => {
    const person = newPerson()
    const first = await signInWith(person)
    const { device = '' } = first.cookies
    await signInWith(person, { cookies: { device } })
    expect(await noticesTo(person.email)).toEqual([])
  })

  test('is reported if the cookie is another account’s, forged or truncated', async () => {
    const { cookies } = await signInWith(newPerson())
    const person = newPerson()
    await signInWith(person)
    const [id = ''] = (cookies.device ?? '').split('.')
    const forged = [cookies.device ?? '', `${id}.${'A'.repeat(22)}`, 'x', id]
    for (const device of forged) await signInWith(person, { cookies: { device } })
    expect(await noticesTo(person.email)).toHaveLength(forged.length)
  })

  test('is reported for every browser after the operator has ended all sessions', async () => {
    const person = newPerson()
    const { device = '' } = (await signInWith(person)).cookies
    await endAllSessions(site.owner)
    await signInWith(person, { cookies: { device } })
    expect(await noticesTo(person.email)).toHaveLength(1)
  })

  test('is reported for a browser that was signed out from another one', async () => {
    const person = newPerson()
    const thief = await signInWith(person)
    const own = await signInWith(person)
    const response = await site.call(
      endOtherSessions,
      {},
      { viewer: own.viewer, headers: withCookies(own.cookies) },
    )
    const before = (await noticesTo(person.email)).length
    await signInWith(person, { cookies: { device: cookiesSet(response).device ?? '' } })
    expect(await noticesTo(person.email)).toHaveLength(before)
    await signInWith(person, { cookies: { device: thief.cookies.device ?? '' } })
    expect(await noticesTo(person.email)).toHaveLength(before + 1)
  })

  test('is reported at most five times a day', async () => {
    const person = newPerson()
    for (let signIns = 0; signIns < 8; signIns += 1) await signInWith(person)
    expect(await noticesTo(person.email)).toHaveLength(5)
  })
})

describe('a username', () => {
  const rename = ({ viewer }: { viewer: ReturnType<typeof viewerOf> }, username: string) =>
    site.call(changeUsername, { body: { username } }, { viewer })

  test('is changed by its owner, and the change is published', async () => {
    const own = await signInWith(newPerson())
    const response = await rename(own, 'Rosa-Parks_55')
    expect(response.body.user).toEqual({ ...own.user, username: 'Rosa-Parks_55' })
    await expect
      .poll(() => changes)
      .toContainEqual({
        user: { ...own.viewer, username: 'Rosa-Parks_55' },
        version: 2,
        suspended: false,
        joinedAt: expect.any(String),
        voterId: expect.any(String),
      })
  })

  test('is refused if invalid, with the reason', async () => {
    const own = await signInWith(newPerson())
    for (const name of [
      'ab',
      '-rosa',
      'rosa--parks',
      'rosa parks',
      'rоsa',
      '1rosa',
      'a'.repeat(31),
    ]) {
      const response = await rename(own, name)
      expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
      expect(JSON.parse(response.text).error.fields.username).toMatch(/^(Please|Start) /)
    }
  })

  test('of another person is taken, whatever its capitals, and names of the site are reserved', async () => {
    await rename(await signInWith(newPerson()), 'Claudette')
    const own = await signInWith(newPerson())
    const reserved = [
      ...['Admin', 'moderator-7', 'unknown', 'Answerable', 'site-admin', 'the-moderators', 'Adm1n'],
      ...['official-answerable', 'st4ff', 'supp0rt_desk', 'a-d-m-i-n', 'adrnin', 'ask-the-m0ds'],
    ]
    for (const name of ['Claudette', 'claudette', ...reserved]) {
      expect(await rename(own, name)).toMatchObject({
        status: 409,
        body: { error: { code: 'username_taken' } },
      })
    }
  })

  test('that resembles another person’s is taken; owners may change the look of their own', async () => {
    const own = await signInWith(newPerson())
    await rename(own, 'coastal-Duck_1')
    const other = await signInWith(newPerson())
    for (const name of ['coastaI-duck-1', 'COASTAL_DUCK_L', 'c0astal-duck-i', 'coastal-cluck-1']) {
      expect(await rename(other, name), name).toMatchObject({
        status: 409,
        body: { error: { code: 'username_taken' } },
      })
    }
    expect((await rename(own, 'Coastal-Duck-1')).status).toBe(200)
  })

  test('that is given up stays reserved for its owner for 30 days', async () => {
    const own = await signInWith(newPerson())
    const other = await signInWith(newPerson())
    await rename(own, 'Ida-Wells')
    await rename(own, 'Ida-B-Wells')
    expect((await rename(other, 'ida-wells')).status).toBe(409)
    expect((await rename(own, 'Ida-Wells')).status).toBe(200)
    await site.owner.query("UPDATE released_names SET expires_at = now() - interval '1 second'")
    expect((await rename(other, 'Ida-B-Wells')).status).toBe(200)
  })

  test('that two people request at the same time goes to one of them', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signInWith(newPerson())))
    const responses = await Promise.all(people.map((person) => rename(person, 'Fannie-Lou')))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('that its owner changes twice at the same time is changed twice', async () => {
    const own = await signInWith(newPerson())
    const names = ['Mary-Church', 'Mary-Terrell']
    const responses = await Promise.all(names.map((name) => rename(own, name)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const published = () =>
      changes
        .filter(({ user, version }) => user.id === own.viewer.id && version > 1)
        .map(({ user, version }) => [version, user.username])
    await expect.poll(() => published().length).toBe(2)
    expect(published().map(([version]) => version)).toEqual([2, 3])
    const { rows } = await site.owner.query('SELECT username FROM users WHERE id = $1', [
      own.viewer.id,
    ])
    expect(rows[0]?.username).toBe(published()[1]?.[1])
  })

  test('can be changed at most three times a day', async () => {
    const own = await signInWith(newPerson())
    const statuses = []
    for (const name of ['first-name', 'second-name', 'third-name', 'fourth-name'])
      statuses.push((await rename(own, name)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('cannot be changed while the account is suspended', async () => {
    const own = await signInWith(newPerson())
    await site.owner.query('UPDATE users SET suspended_at = now() WHERE id = $1', [own.user.id])
    expect((await rename(own, 'another-name')).status).toBe(403)
  })
})

test('the database and the service use the same similarity of names', async () => {
  const text = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/)
  const looks = fc.array(
    fc.constantFrom('rn', 'vv', 'cl', 'ci', 'I', '1', '0', '_', 'rN', 'n', 'r'),
  )
  const names = fc.sample(
    fc.tuple(text, looks).map(([one, other]) => one + other.join('')),
    { numRuns: 1_000, seed: 42 },
  )
  const { rows } = await site.owner.query<{ name: string; skeleton: string }>(
    'SELECT name, name_skeleton(name) AS skeleton FROM unnest($1::text[]) AS name',
    [names],
  )
  expect(rows).toHaveLength(names.length)
  for (const { name, skeleton } of rows) expect(skeletonOf(name), name).toBe(skeleton)
})

test('an account’s stored data can be exported by its owner, sessions included', async () => {
  const person = newPerson()
  const own = await signInWith(person)
  const headers = withCookies(own.cookies)
  const response = await site.call(exportAccount, {}, { viewer: own.viewer, headers })
  expect(response.body).toMatchObject({
    account: { ...own.user, suspendedAt: null },
    sessions: [{ device: 'Firefox on Linux', current: true }],
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('there is no account for visitors or after its deletion', async () => {
  const { user, viewer } = await signInByLink(site, newPerson()).then(({ user }) => ({
    user,
    viewer: viewerOf(user),
  }))
  await site.owner.query('DELETE FROM users WHERE id = $1', [user.id])
  for (const route of [readOwnAccount, exportAccount]) {
    expect((await site.call(route, {})).status).toBe(401)
    expect((await site.call(route, {}, { viewer })).status).toBe(401)
  }
})
