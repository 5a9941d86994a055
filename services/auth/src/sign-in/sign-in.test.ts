import { requestMagicLink, verifyCode, verifyLink } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthSite,
  ageBudgets,
  askForMail,
  cookiesSet,
  newPerson,
  readMail,
  signInByLink,
  startAuth,
  withCookies,
  wrongCodes,
} from '../testing/auth-site.ts'

let site: AuthSite
beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

const ask = (person: { email: string; clientAddress: string }) =>
  site.call(
    requestMagicLink,
    { body: { email: person.email } },
    { clientAddress: person.clientAddress },
  )

describe('asking for a mail', () => {
  test('answers 202 and a cookie that only this site gets and no script reads', async () => {
    const answer = await ask(newPerson())
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ sent: true })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^flow=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
  })

  test('makes no account before the address is verified', async () => {
    const person = newPerson()
    await askForMail(site, person)
    const { rows } = await site.owner.query('SELECT FROM users WHERE email = $1', [person.email])
    expect(rows).toHaveLength(0)
  })

  test('names nothing but the flow in the outbox, and keeps no secret in the clear', async () => {
    const person = newPerson()
    const { token, code, cookies } = await askForMail(site, person)
    const { rows } = await site.owner.query('SELECT * FROM flows WHERE email = $1', [person.email])
    const kept = JSON.stringify(rows)
    for (const secret of [token, code, cookies.flow]) expect(kept).not.toContain(secret)
    const columns = await site.owner.query(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'auth' AND table_name = 'mail_outbox' ORDER BY 1`,
    )
    expect(columns.rows.map((row) => row.column_name)).toEqual([
      'attempts',
      'flow_id',
      'not_before',
    ])
  })

  test('refuses a second mail within 60 seconds, the same for known and unknown addresses', async () => {
    const [known, unknown] = [newPerson(), newPerson()]
    await signInByLink(site, known)
    await ask(unknown)
    const answers = [await ask(known), await ask(unknown)]
    for (const answer of answers) {
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('sends at most 5 mails per 30 minutes and 10 a day to an address', async () => {
    const { email } = newPerson()
    const sendAfter = async (seconds: number) => {
      await ageBudgets(site, { name: 'mails to address', seconds })
      return (await ask({ email, clientAddress: newPerson().clientAddress })).status
    }
    const first = []
    for (let round = 0; round < 6; round += 1) first.push(await sendAfter(61))
    expect(first).toEqual([202, 202, 202, 202, 202, 429])
    const second = [await sendAfter(1_800)]
    for (let round = 0; round < 5; round += 1) second.push(await sendAfter(400))
    expect(second).toEqual([202, 202, 202, 202, 202, 429])
    expect(await sendAfter(86_400)).toBe(202)
  })

  test('serves 5 requests a minute and 20 an hour to a network, an IPv6 /64 being one', async () => {
    let host = 0
    const sendFrom = async () => {
      host += 1
      const clientAddress = `2001:db8:5:5::${host.toString(16)}`
      return (await ask({ email: newPerson().email, clientAddress })).status
    }
    const statuses = []
    for (let round = 0; round < 6; round += 1) statuses.push(await sendFrom())
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    for (let minute = 0; minute < 3; minute += 1) {
      await ageBudgets(site, { name: 'mails from network', seconds: 61 })
      for (let round = 0; round < 5; round += 1) expect(await sendFrom()).toBe(202)
    }
    await ageBudgets(site, { name: 'mails from network', seconds: 61 })
    expect(await sendFrom()).toBe(429)
    const neighbour = { email: newPerson().email, clientAddress: '2001:db8:5:6::1' }
    expect((await ask(neighbour)).status).toBe(202)
  })

  test('refuses what is no address, unknown fields and large bodies', async () => {
    const bodies = [
      {},
      { email: '' },
      { email: 'nobody' },
      { email: 7 },
      { email: 'a@example.org\r\nBcc: b@example.org' },
      { email: 'a@example.org, b@example.org' },
      { email: '"a b"@example.org' },
      { email: '<a@example.org>' },
      { email: 'a\u0000@example.org' },
      { email: 'a\ud800@example.org' },
      { email: `${'a'.repeat(300)}@example.org` },
      { email: 'a@example.org', admin: true },
      [],
      null,
    ]
    for (const body of bodies) {
      const request = { method: 'POST', path: requestMagicLink.path, body: JSON.stringify(body) }
      expect(await site.send(request)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      })
    }
    const large = JSON.stringify({ email: 'a@example.org', padding: 'x'.repeat(1_024) })
    const request = { method: 'POST', path: requestMagicLink.path, body: large }
    expect(await site.send(request)).toMatchObject({ status: 413 })
  })

  test('takes an address in any case and with spaces around as one', async () => {
    const person = newPerson()
    const shouted = { ...person, email: ` ${person.email.toUpperCase()} ` }
    expect((await ask(shouted)).status).toBe(202)
    expect((await ask(person)).status).toBe(429)
    await readMail(site, person.email)
  })
})

describe('a link', () => {
  const redeem = (token: string) => site.call(verifyLink, { body: { token } })

  test('signs in once: a second time it is refused', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    const answer = await redeem(token)
    expect(answer.body.user).toEqual({
      id: expect.any(String),
      email: person.email,
      username: expect.stringMatching(/^[a-z]+-[a-z]+-\d{4}$/),
      isAdmin: false,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await redeem(token)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_link' } },
    })
  })

  test('of 200 parallel redemptions one gets a session', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    const answers = await Promise.all(Array.from({ length: 200 }, () => redeem(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(199)
    expect(await sessionsOf(person.email)).toBe(1)
  })

  test('is refused when it is ten minutes old, unknown, empty or too long', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    await expire(person.email)
    for (const bad of [token, 'x'.repeat(43)]) {
      expect(await redeem(bad)).toMatchObject({ body: { error: { code: 'invalid_link' } } })
    }
    for (const bad of ['', 'x'.repeat(201)]) {
      expect(await redeem(bad)).toMatchObject({ body: { error: { code: 'invalid_request' } } })
    }
    expect(await sessionsOf(person.email)).toBe(0)
  })

  test('is not consumed by GET or HEAD, which hand out no cookie', async () => {
    const { token } = await askForMail(site, newPerson())
    for (const method of ['GET', 'HEAD']) {
      for (const path of [verifyLink.path, `${verifyLink.path}?token=${token}`]) {
        const answer = await site.send({ method, path })
        expect(answer.status).toBe(404)
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
    expect((await redeem(token)).status).toBe(200)
  })

  test('ends the code of the same mail, and the code ends the link', async () => {
    const [one, other] = [newPerson(), newPerson()]
    const byLink = await askForMail(site, one)
    expect((await redeem(byLink.token)).status).toBe(200)
    expect(await enter(one.email, byLink)).toMatchObject({
      body: { error: { code: 'invalid_code' } },
    })
    const byCode = await askForMail(site, other)
    expect((await enter(other.email, byCode)).status).toBe(200)
    expect(await redeem(byCode.token)).toMatchObject({ body: { error: { code: 'invalid_link' } } })
  })
})

describe('a code', () => {
  test('signs in the browser that asked, and its flow cookie is deleted', async () => {
    const person = newPerson()
    const mail = await askForMail(site, person)
    const answer = await enter(person.email, mail)
    expect(answer.body.user.email).toBe(person.email)
    expect(cookiesSet(answer)).toMatchObject({ sid: expect.any(String), flow: '' })
  })

  test('signs in elsewhere too, without the flow cookie', async () => {
    const person = newPerson()
    const { code } = await askForMail(site, person)
    expect((await enter(person.email, { code, cookies: {} })).status).toBe(200)
  })

  test('is good for its own address only', async () => {
    const [person, other] = [newPerson(), newPerson()]
    const mail = await askForMail(site, person)
    expect((await enter(other.email, mail)).status).toBe(400)
    expect((await enter(person.email, mail)).status).toBe(200)
  })

  test('is tried against the flow of the browser only, not against a newer one', async () => {
    const person = newPerson()
    const first = await askForMail(site, person)
    await ageBudgets(site, { name: 'mails to address', seconds: 61 })
    const second = await askForMail(site, person)
    const crossed = { code: second.code, cookies: first.cookies }
    if (second.code !== first.code) expect((await enter(person.email, crossed)).status).toBe(400)
    expect((await enter(person.email, first)).status).toBe(200)
  })

  test('of 200 parallel redemptions one gets a session', async () => {
    const person = newPerson()
    const mail = await askForMail(site, person)
    const answers = await Promise.all(Array.from({ length: 200 }, () => enter(person.email, mail)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(199)
    expect(await sessionsOf(person.email)).toBe(1)
  })

  test('is refused when it is wrong, ten minutes old or not six digits', async () => {
    const person = newPerson()
    const mail = await askForMail(site, person)
    const [wrong = ''] = wrongCodes(mail.code, 1)
    const refused = { status: 400, body: { error: { code: 'invalid_code' } } }
    expect(await enter(person.email, { ...mail, code: wrong })).toMatchObject(refused)
    for (const code of ['12345', '1234567', '12345a', '', '١٢٣٤٥٦']) {
      expect(await enter(person.email, { ...mail, code })).toMatchObject({
        body: { error: { code: 'invalid_request', fields: { code: expect.any(String) } } },
      })
    }
    await expire(person.email)
    expect(await enter(person.email, mail)).toMatchObject(refused)
  })
})

test('known and unknown addresses get the same answers', async () => {
  const shapes = new Set<string>()
  for (const isKnown of [true, false]) {
    for (let round = 0; round < 10; round += 1) {
      const person = newPerson()
      if (isKnown)
        await site.owner.query('INSERT INTO users (email, username) VALUES ($1, $2)', [
          person.email,
          person.email,
        ])
      const asked = await ask(person)
      const mail = await readMail(site, person.email)
      const [wrong = ''] = wrongCodes(mail.code, 1)
      const refused = await enter(person.email, { code: wrong, cookies: {} })
      const { requestId, ...error } = (refused.body as unknown as Refusal).error
      expect(requestId).toEqual(expect.any(String))
      shapes.add(
        JSON.stringify([
          asked.status,
          asked.body,
          Object.keys(cookiesSet(asked)),
          refused.status,
          error,
        ]),
      )
    }
  }
  expect(shapes.size).toBe(1)
})

type Refusal = { error: { requestId: string } }

const enter = (email: string, mail: { code: string; cookies: Record<string, string> }) =>
  site.call(
    verifyCode,
    { body: { email, code: mail.code } },
    { headers: withCookies(mail.cookies) },
  )

const expire = (email: string) =>
  site.owner.query('UPDATE flows SET expires_at = now() WHERE email = $1', [email])

const sessionsOf = async (email: string): Promise<number | null> => {
  const { rowCount } = await site.owner.query(
    'SELECT FROM sessions JOIN users ON users.id = user_id WHERE email = $1',
    [email],
  )
  return rowCount
}
