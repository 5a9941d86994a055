import { readGeolocation } from '@answerable/contracts/geolocation'
import { requestMagicLink, verifyCode, verifyLink } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthSite, askForMail, newPerson, startAuth } from '../testing/auth-site.ts'
import { canonicalJurisdiction, locate } from './rules.ts'

// Networks that have long been in these countries.
const german = '194.25.0.60'
const japanese = '133.11.0.1'

let site: AuthSite
let open: AuthSite
beforeAll(async () => {
  site = await startAuth({ ALLOWED_JURISDICTIONS: 'de, FR' })
  open = await startAuth()
})
afterAll(async () => {
  await site.stop()
  await open.stop()
})

const locateFrom = async (at: AuthSite, clientAddress: string) =>
  (await at.call(readGeolocation, {}, { clientAddress })).body

describe('geolocation', () => {
  test('returns the country of an address and whether signing in is possible', async () => {
    const config = { allowedJurisdictions: ['de', 'fr'] }
    expect(await locateFrom(site, german)).toEqual({
      geolocation: { isAllowed: true, jurisdiction: 'de', country: 'DE' },
      config,
    })
    expect(await locateFrom(site, japanese)).toEqual({
      geolocation: { isAllowed: false, jurisdiction: 'jp', country: 'JP' },
      config,
    })
  })

  test('accepts IPv4-mapped and other IPv6 addresses', async () => {
    for (const address of [`::ffff:${german}`, '::ffff:c219:3c', '2003::1']) {
      expect((await locateFrom(site, address)).geolocation.country).toBe('DE')
    }
  })

  test('allows private and unknown addresses', async () => {
    for (const address of ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1', 'nonsense', '']) {
      expect((await locateFrom(site, address)).geolocation).toEqual({
        isAllowed: true,
        jurisdiction: 'unknown',
        country: 'Unknown',
      })
    }
  })

  test('allows every country by default', async () => {
    expect(await locateFrom(open, japanese)).toEqual({
      geolocation: { isAllowed: true, jurisdiction: 'jp', country: 'JP' },
      config: { allowedJurisdictions: ['global'] },
    })
  })
})

test('where signing in is not possible, mail requests, codes and links are refused and nothing changes', async () => {
  const person = newPerson()
  const mail = await askForMail(site, person)
  const { email } = person
  const from = { clientAddress: japanese }
  const responses = [
    await site.call(requestMagicLink, { body: { email: newPerson().email } }, from),
    await site.call(verifyCode, { body: { email, code: mail.code } }, from),
    await site.call(verifyLink, { body: { token: mail.token } }, from),
  ]
  for (const response of responses) {
    expect(response).toMatchObject({
      status: 403,
      body: { error: { code: 'jurisdiction_restricted' } },
    })
    expect(response.headers.getSetCookie()).toEqual([])
  }
  const flows = await site.owner.query('SELECT email, tries, redeemed_at FROM flows')
  expect(flows.rows).toEqual([{ email, tries: 0, redeemed_at: null }])
  const allowed = { clientAddress: german }
  expect((await site.call(verifyLink, { body: { token: mail.token } }, allowed)).status).toBe(200)
})

test('a jurisdiction is a current country code; global allows all', () => {
  expect(['de', 'GB', 'uk', 'global', 'xk'].map(canonicalJurisdiction)).toEqual([
    'de',
    'gb',
    'gb',
    'global',
    'xk',
  ])
  for (const wrong of ['', 'd', 'deu', 'eu', 'zz', 'qq', '12', 'worldwide']) {
    expect(canonicalJurisdiction(wrong)).toBeNull()
  }
  expect(locate('JP', ['de', 'global']).isAllowed).toBe(true)
})
