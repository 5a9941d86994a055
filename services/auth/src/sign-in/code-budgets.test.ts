import { verifyCode, verifyLink } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AuthSite,
  ageBudgets,
  askForMail,
  newPerson,
  type Person,
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
beforeEach(() => site.owner.query('DELETE FROM budgets'))

type Outcome = 'signed in' | 'invalid_code' | 'code_exhausted' | 'unavailable'

const enter = async (
  email: string,
  {
    code,
    cookies = {},
    clientAddress = '192.0.2.1',
  }: { code: string; cookies?: Record<string, string>; clientAddress?: string },
): Promise<Outcome> => {
  const response = await site.call(
    verifyCode,
    { body: { email, code } },
    { clientAddress, headers: withCookies(cookies) },
  )
  if (response.status === 200) return 'signed in'
  // A slow machine may refuse some requests with 503; their codes are not compared either.
  expect([400, 503]).toContain(response.status)
  return (response.body as unknown as { error: { code: Outcome } }).error.code
}

type Browser = { cookies?: Record<string, string>; clientAddress?: string }

const enterAll = (email: string, codes: string[], browser: Browser = {}) =>
  Promise.all(codes.map((code) => enter(email, { ...browser, code })))

const count = (outcomes: Outcome[], wanted: Outcome): number =>
  outcomes.filter((outcome) => outcome === wanted).length

const followLink = async (token: string): Promise<number> =>
  (await site.call(verifyLink, { body: { token } })).status

test('of 500 parallel guesses in the requesting browser exactly 5 are compared, and the link still works', async () => {
  const { email, ...person } = newPerson()
  const mail = await askForMail(site, { email, ...person })
  const outcomes = await enterAll(email, wrongCodes(mail.code, 500), mail)
  expect(count(outcomes, 'invalid_code')).toBe(5)
  expect(count(outcomes, 'signed in')).toBe(0)
  expect(await enter(email, mail)).toBe('code_exhausted')
  expect(await followLink(mail.token)).toBe(200)
})

test('of 500 parallel guesses without the cookie exactly 5 are compared', async () => {
  const { email, ...person } = newPerson()
  const mail = await askForMail(site, { email, ...person })
  const outcomes = await enterAll(email, wrongCodes(mail.code, 500))
  expect(count(outcomes, 'invalid_code')).toBe(5)
  expect(count(outcomes, 'signed in')).toBe(0)
  expect(await enter(email, { code: mail.code })).toBe('code_exhausted')
})

test('strangers without the cookie cannot use up the owner’s attempts', async () => {
  const { email, ...person } = newPerson()
  const mail = await askForMail(site, { email, ...person })
  await enterAll(email, wrongCodes(mail.code, 50))
  const ownMistakes = await enterAll(email, wrongCodes(mail.code, 4), {
    ...mail,
    clientAddress: person.clientAddress,
  })
  expect(count(ownMistakes, 'invalid_code')).toBe(4)
  const own = { ...mail, clientAddress: person.clientAddress }
  expect(await enter(email, own)).toBe('signed in')
})

test('guesses at an address without a mail get the same responses', async () => {
  const { email } = newPerson()
  const outcomes = await enterAll(email, wrongCodes('000000', 20))
  expect(count(outcomes, 'invalid_code')).toBe(5)
  expect(count(outcomes, 'code_exhausted')).toBe(15)
})

test('repeated mails allow at most 10 code comparisons an hour and 20 a day, and the link still works', async () => {
  const { email, ...person } = newPerson()
  let compared = 0
  const guessThroughResends = async (resends: number) => {
    for (let resend = 0; resend < resends; resend += 1) {
      await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
      const mail = await askForMail(site, { email, ...person })
      const guesses = wrongCodes(mail.code, 8)
      // Each request comes from a separate network, so that no network's share is used up.
      const { clientAddress } = newPerson()
      const outcomes = [
        ...(await enterAll(email, guesses, { ...mail, clientAddress })),
        ...(await enterAll(email, guesses, { clientAddress })),
      ]
      compared += count(outcomes, 'invalid_code')
    }
  }
  await guessThroughResends(4)
  expect(compared).toBe(10)
  for (let hour = 1; hour < 6; hour += 1) {
    await ageBudgets(site, { name: 'wrong codes', seconds: 3_601 })
    await guessThroughResends(2)
  }
  expect(compared).toBe(20)
  await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
  const last = await askForMail(site, { email, ...person })
  expect(await enter(email, last)).toBe('code_exhausted')
  expect(await followLink(last.token)).toBe(200)
})

test('after 100 wrong codes only the link works, and signing in by it resets the count', async () => {
  const { email, ...person } = newPerson()
  let compared = 0
  for (let day = 0; day < 7; day += 1) {
    await site.owner.query(
      "DELETE FROM budgets WHERE starts_with(key, 'mails') OR starts_with(key, 'codes')",
    )
    for (let half = 0; half < 2; half += 1) {
      for (const name of ['wrong codes:', 'wrong codes since success:']) {
        await ageBudgets(site, { name, seconds: 43_201 })
      }
      for (let resend = 0; resend < 2; resend += 1) {
        await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
        const mail = await askForMail(site, { email, ...person })
        const { clientAddress } = newPerson()
        const outcomes = await enterAll(email, wrongCodes(mail.code, 5), { ...mail, clientAddress })
        compared += count(outcomes, 'invalid_code')
      }
    }
  }
  expect(compared).toBe(100)
  const attempt = async () => {
    await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
    await ageBudgets(site, { name: 'wrong codes:', seconds: 86_401 })
    return askForMail(site, { email, ...person })
  }
  const last = await attempt()
  expect(await enter(email, last)).toBe('code_exhausted')
  expect(await followLink(last.token)).toBe(200)
  expect(await enter(email, await attempt())).toBe('signed in')
})

test('a correct code uses up no budget', async () => {
  const { email, ...person } = newPerson()
  for (let round = 0; round < 25; round += 1) {
    await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
    const mail = await askForMail(site, { email, ...person })
    expect(await enter(email, { code: mail.code })).toBe('signed in')
  }
})

test('200 wrong codes an hour on the whole site block codes without the cookie, and nothing else', async () => {
  const strangers = Array.from({ length: 41 }, () => newPerson())
  const outcomes: Outcome[] = []
  for (const { email, clientAddress } of strangers) {
    outcomes.push(...(await enterAll(email, wrongCodes('000000', 5), { clientAddress })))
  }
  expect(count(outcomes, 'invalid_code')).toBe(200)
  const [one, other, third] = [newPerson(), newPerson(), newPerson()]
  const mail = await askForMail(site, one)
  expect(await enter(one.email, { code: mail.code })).toBe('code_exhausted')
  expect(await enter(one.email, mail)).toBe('signed in')
  expect(await followLink((await askForMail(site, other)).token)).toBe(200)
  await ageBudgets(site, { name: 'wrong codes elsewhere', seconds: 3_601 })
  expect(await enter(third.email, await askForMail(site, third))).toBe('signed in')
  expect(await enter(third.email, { code: '000000' })).toBe('invalid_code')
})

test('one network can block codes without the cookie only for itself', async () => {
  const { clientAddress } = newPerson()
  const outcomes: Outcome[] = []
  for (let stranger = 0; stranger < 10; stranger += 1) {
    const { email } = newPerson()
    outcomes.push(...(await enterAll(email, wrongCodes('000000', 5), { clientAddress })))
  }
  expect(count(outcomes, 'invalid_code')).toBe(20)
  const person = newPerson()
  const { code } = await askForMail(site, person)
  expect(await enter(person.email, { code, clientAddress })).toBe('code_exhausted')
  expect(await enter(person.email, { code, clientAddress: person.clientAddress })).toBe('signed in')
})

describe('wrong codes in flows that strangers requested', () => {
  const guessAsStranger = async (person: Person, clientAddress: string) => {
    await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
    const mail = await askForMail(site, { ...person, clientAddress })
    return enterAll(person.email, wrongCodes(mail.code, 5), { ...mail, clientAddress })
  }

  test('use up only a limited share if they come from one network', async () => {
    const person = newPerson()
    const { clientAddress } = newPerson()
    const outcomes = [
      ...(await guessAsStranger(person, clientAddress)),
      ...(await guessAsStranger(person, clientAddress)),
    ]
    expect(count(outcomes, 'invalid_code')).toBe(5)
    await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
    const own = { ...(await askForMail(site, person)), clientAddress: person.clientAddress }
    expect(await enter(person.email, own)).toBe('signed in')
  })

  test('use up nothing of a browser that has signed in to the account before', async () => {
    const person = newPerson()
    const { cookies } = await signInByLink(site, person)
    const strangers = [newPerson(), newPerson()]
    for (const { clientAddress } of strangers) await guessAsStranger(person, clientAddress)
    await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
    const mail = await askForMail(site, person)
    expect(await enter(person.email, { ...mail, ...newPerson() })).toBe('code_exhausted')
    const known = { ...mail.cookies, device: cookies.device ?? '' }
    const own = { cookies: known, clientAddress: person.clientAddress }
    const [wrong = ''] = wrongCodes(mail.code, 1)
    expect(await enter(person.email, { code: wrong, ...own })).toBe('invalid_code')
    expect(await enter(person.email, { code: mail.code, ...own })).toBe('signed in')
  })

  test('of all addresses of a mailbox count together', async () => {
    const { email } = newPerson()
    let compared = 0
    for (let tag = 0; tag < 5; tag += 1) {
      const { clientAddress } = newPerson()
      const alias = { email: email.replace('@', `+${tag}@`), clientAddress }
      compared += count(await guessAsStranger(alias, clientAddress), 'invalid_code')
    }
    expect(compared).toBe(10)
  })
})
