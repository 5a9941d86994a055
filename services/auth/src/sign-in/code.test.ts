import { verifyCode } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthSite,
  ageBudgets,
  askForMail,
  cookiesSet,
  expireFlows,
  newPerson,
  sessionsOf,
  startAuth,
  withCookies,
  wrongCodes,
} from '../testing/auth-site.ts'

let site: AuthSite
beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

const enter = (email: string, mail: { code: string; cookies: Record<string, string> }) =>
  site.call(
    verifyCode,
    { body: { email, code: mail.code } },
    { headers: withCookies(mail.cookies) },
  )

describe('a code', () => {
  test('signs in the requesting browser, and its flow cookie is deleted', async () => {
    const person = newPerson()
    const mail = await askForMail(site, person)
    const response = await enter(person.email, mail)
    expect(response.body.user.email).toBe(person.email)
    expect(cookiesSet(response)).toMatchObject({ sid: expect.any(String), flow: '' })
  })

  test('signs in another browser too, without the flow cookie', async () => {
    const person = newPerson()
    const { code } = await askForMail(site, person)
    expect((await enter(person.email, { code, cookies: {} })).status).toBe(200)
  })

  test('is valid only for its own address', async () => {
    const [person, other] = [newPerson(), newPerson()]
    const mail = await askForMail(site, person)
    expect((await enter(other.email, mail)).status).toBe(400)
    expect((await enter(person.email, mail)).status).toBe(200)
  })

  test('is compared only with the flow of the browser, not with a newer one', async () => {
    const person = newPerson()
    const first = await askForMail(site, person)
    await ageBudgets(site, { name: 'mails to mailbox', seconds: 61 })
    const second = await askForMail(site, person)
    const crossed = { code: second.code, cookies: first.cookies }
    if (second.code !== first.code) expect((await enter(person.email, crossed)).status).toBe(400)
    expect((await enter(person.email, first)).status).toBe(200)
  })

  test('of 200 parallel redemptions one gets a session', async () => {
    const person = newPerson()
    const mail = await askForMail(site, person)
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => enter(person.email, mail)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of responses) expect([200, 400, 503]).toContain(status)
    expect(await sessionsOf(site, person.email)).toBe(1)
  })

  test('is refused if it is wrong, ten minutes old or not six digits', async () => {
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
    await expireFlows(site, person.email)
    expect(await enter(person.email, mail)).toMatchObject(refused)
  })
})
