import { requestMagicLink, verifyCode } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthSite,
  ageBudgets,
  askForMail,
  callAndLeave,
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

describe('requesting a mail', () => {
  test('returns 202 and a cookie that only this site receives and no script can read', async () => {
    const response = await ask(newPerson())
    expect(response.status).toBe(202)
    expect(response.body).toEqual({ sent: true })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^flow=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
  })

  test('creates no account before the address is verified', async () => {
    const person = newPerson()
    await askForMail(site, person)
    const { rows } = await site.owner.query('SELECT FROM users WHERE email = $1', [person.email])
    expect(rows).toHaveLength(0)
  })

  test('stores only the flow’s id in the outbox, and no secret in plain text', async () => {
    const person = newPerson()
    const { token, code, cookies } = await askForMail(site, person)
    const { rows } = await site.owner.query('SELECT * FROM flows WHERE email = $1', [person.email])
    const stored = JSON.stringify(rows)
    for (const secret of [token, code, cookies.flow]) expect(stored).not.toContain(secret)
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

  test('refuses a second mail within 60 seconds, for known and unknown addresses alike', async () => {
    const [known, unknown] = [newPerson(), newPerson()]
    await signInByLink(site, known)
    await ask(unknown)
    const responses = [await ask(known), await ask(unknown)]
    for (const response of responses) {
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  test('does not count if the caller closes the connection before the response', async () => {
    const person = newPerson()
    const input = { body: { email: person.email } }
    const { clientAddress } = person
    await callAndLeave(site, (signal) =>
      site.call(requestMagicLink, input, { clientAddress, signal }),
    )
    expect((await ask(person)).status).toBe(202)
  })

  test('sends at most 5 mails per 30 minutes and 10 a day to an address', async () => {
    const { email } = newPerson()
    const sendAfter = async (seconds: number) => {
      await ageBudgets(site, { name: 'mails to mailbox', seconds })
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

  test('counts all addresses of a mailbox together', async () => {
    const spellings = [
      'ada.love.lace@gmail.com',
      'adalovelace+1@gmail.com',
      'ada.lovelace@googlemail.com',
      'bea@bücher.example',
      'bea@xn--bcher-kva.example',
      'bea+2@bücher.example',
    ]
    const statuses = []
    for (const email of spellings) {
      statuses.push((await ask({ email, clientAddress: newPerson().clientAddress })).status)
    }
    expect(statuses).toEqual([202, 429, 429, 202, 429, 429])
  })

  test('prevents a single network from using up the mails of a mailbox', async () => {
    const { email, clientAddress } = newPerson()
    const sendFrom = async (address: string) => {
      await ageBudgets(site, { name: 'mails to mailbox:', seconds: 61 })
      return (await ask({ email, clientAddress: address })).status
    }
    const statuses = []
    for (let round = 0; round < 5; round += 1) statuses.push(await sendFrom(clientAddress))
    expect(statuses).toEqual([202, 202, 202, 429, 429])
    expect(await sendFrom(newPerson().clientAddress)).toBe(202)
  })

  test('still works for a browser that has signed in to the account, regardless of strangers’ requests', async () => {
    const person = newPerson()
    const { cookies } = await signInByLink(site, person)
    for (let stranger = 0; stranger < 20; stranger += 1) {
      await ageBudgets(site, { name: 'mails to mailbox:', seconds: 400 })
      await ask({ ...person, clientAddress: newPerson().clientAddress })
    }
    const askWith = (headers: Record<string, string>) =>
      site.call(
        requestMagicLink,
        { body: { email: person.email } },
        { clientAddress: newPerson().clientAddress, headers },
      )
    const other = await signInByLink(site, newPerson())
    const strangers = [{}, withCookies({ device: other.cookies.device ?? '' })]
    for (const headers of strangers) expect((await askWith(headers)).status).toBe(429)
    const known = withCookies({ device: cookies.device ?? '' })
    expect((await askWith(known)).status).toBe(202)
    expect((await askWith(known)).status).toBe(429)
  })

  test('allows 5 requests a minute and 20 an hour per network; an IPv6 /64 is one network', async () => {
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

  test('allows 20 requests a minute per IPv6 /56, regardless of its number of networks', async () => {
    const statuses = []
    for (let network = 0; network < 21; network += 1) {
      const clientAddress = `2001:db8:6:${(0x700 + network).toString(16)}::1`
      statuses.push((await ask({ email: newPerson().email, clientAddress })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(202), 429])
  })

  test('refuses invalid addresses, unknown fields and large bodies', async () => {
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

  test('ignores the case of an address and surrounding spaces', async () => {
    const person = newPerson()
    const shouted = { ...person, email: ` ${person.email.toUpperCase()} ` }
    expect((await ask(shouted)).status).toBe(202)
    expect((await ask(person)).status).toBe(429)
    await readMail(site, person.email)
  })
})

test('known and unknown addresses get the same responses', async () => {
  const shapes = new Set<string>()
  for (const isKnown of [true, false]) {
    for (let round = 0; round < 10; round += 1) {
      const person = newPerson()
      if (isKnown)
        await site.owner.query('INSERT INTO users (email, username) VALUES ($1, $2)', [
          person.email,
          person.email,
        ])
      const response = await ask(person)
      const mail = await readMail(site, person.email)
      const [wrong = ''] = wrongCodes(mail.code, 1)
      const refused = await site.call(verifyCode, { body: { email: person.email, code: wrong } })
      const { requestId, ...error } = (refused.body as unknown as Refusal).error
      expect(requestId).toEqual(expect.any(String))
      shapes.add(
        JSON.stringify([
          response.status,
          response.body,
          Object.keys(cookiesSet(response)),
          refused.status,
          error,
        ]),
      )
    }
  }
  expect(shapes.size).toBe(1)
})

type Refusal = { error: { requestId: string } }
