import { previewLink, verifyCode, verifyLink } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthSite,
  askForMail,
  callAndLeave,
  expireFlows,
  newPerson,
  sessionsOf,
  startAuth,
  withCookies,
} from '../testing/auth-site.ts'

let site: AuthSite
beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

const preview = (token: string, cookies: Record<string, string> = {}) =>
  site.call(previewLink, { body: { token } }, { headers: withCookies(cookies) })

const redeem = (token: string) => site.call(verifyLink, { body: { token } })

const enter = (email: string, mail: { code: string; cookies: Record<string, string> }) =>
  site.call(
    verifyCode,
    { body: { email, code: mail.code } },
    { headers: withCookies(mail.cookies) },
  )

describe('a link', () => {
  test('signs in once; a second use is refused', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    const response = await redeem(token)
    expect(response.body.user).toEqual({
      id: expect.any(String),
      email: person.email,
      username: expect.stringMatching(/^[a-z]+-[a-z]+-\d{4}$/),
      isAdmin: false,
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await redeem(token)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_link' } },
    })
  })

  test('of 200 parallel redemptions one gets a session', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    const responses = await Promise.all(Array.from({ length: 200 }, () => redeem(token)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of responses) expect([200, 400, 503]).toContain(status)
    expect(await sessionsOf(site, person.email)).toBe(1)
  })

  test('stays valid if the caller closes the connection before the response', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    await callAndLeave(site, (signal) => site.call(verifyLink, { body: { token } }, { signal }))
    expect((await redeem(token)).status).toBe(200)
    expect(await sessionsOf(site, person.email)).toBe(1)
  })

  test('is refused if it is ten minutes old, unknown, empty or too long', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    await expireFlows(site, person.email)
    for (const bad of [token, 'x'.repeat(43)]) {
      expect(await redeem(bad)).toMatchObject({ body: { error: { code: 'invalid_link' } } })
    }
    for (const bad of ['', 'x'.repeat(201)]) {
      expect(await redeem(bad)).toMatchObject({ body: { error: { code: 'invalid_request' } } })
    }
    expect(await sessionsOf(site, person.email)).toBe(0)
  })

  test('shows its holder a masked address that its owner recognises, and stays valid', async () => {
    const person = newPerson()
    const { token } = await askForMail(site, person)
    for (let round = 0; round < 2; round += 1) {
      const response = await preview(token)
      expect(response.body).toEqual({ address: 'p•••@e•••.org', askedHere: false })
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await redeem(token)).status).toBe(200)
    for (const bad of [token, 'x'.repeat(43)]) {
      expect(await preview(bad)).toMatchObject({ body: { error: { code: 'invalid_link' } } })
    }
  })

  test('shows whether the same browser requested it', async () => {
    const [own, strangers] = [
      await askForMail(site, newPerson()),
      await askForMail(site, newPerson()),
    ]
    expect((await preview(own.token, own.cookies)).body).toMatchObject({ askedHere: true })
    expect((await preview(strangers.token, own.cookies)).body).toMatchObject({ askedHere: false })
  })

  test('is not consumed by GET or HEAD, which set no cookie', async () => {
    const { token } = await askForMail(site, newPerson())
    for (const method of ['GET', 'HEAD']) {
      for (const path of [verifyLink.path, `${verifyLink.path}?token=${token}`]) {
        const response = await site.send({ method, path })
        expect(response.status).toBe(404)
        expect(response.headers.getSetCookie()).toEqual([])
      }
    }
    expect((await redeem(token)).status).toBe(200)
  })

  test('invalidates the code of the same mail, and the code invalidates the link', async () => {
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
