import { expect, test, vi } from 'vitest'
import {
  type Passport,
  passportKeysFor,
  passportLifetimeSeconds,
  readPassportKeys,
  signPassport,
  verifyPassport,
} from './passport.ts'

const master = 'a master key for tests, of enough length'
const keysOf = (service: 'gateway' | 'catalog' | 'moderation' | 'auth') =>
  readPassportKeys(passportKeysFor(master, service)) ?? new Map()

const content: Omit<Passport, 'expiresAt'> = {
  issuer: 'gateway',
  audience: 'catalog',
  method: 'POST',
  path: '/api/boycotts?x=1',
  viewer: { id: '0199aa00-0000-7000-8000-000000000000', username: 'ada', role: 'admin' },
  client: { address: '192.0.2.1' },
}
const call = { audience: 'catalog', method: 'POST', path: '/api/boycotts?x=1' } as const

test('a passport is valid for the call that it was signed for', () => {
  const token = signPassport(keysOf('gateway'), content)
  expect(verifyPassport(keysOf('catalog'), token, call)).toMatchObject(content)
})

test('a passport is invalid for another method, path, query or audience', () => {
  const token = signPassport(keysOf('gateway'), content)
  const keys = keysOf('catalog')
  expect(verifyPassport(keys, token, { ...call, method: 'GET' })).toBeNull()
  expect(verifyPassport(keys, token, { ...call, path: '/api/boycotts' })).toBeNull()
  expect(verifyPassport(keysOf('auth'), token, { ...call, audience: 'auth' })).toBeNull()
})

test('a passport for another service is invalid even if its key is known', () => {
  const keys = keysOf('moderation')
  const token = signPassport(keys, { ...content, issuer: 'moderation', audience: 'auth' })
  expect(verifyPassport(keys, token, { ...call, audience: 'auth' })).not.toBeNull()
  expect(verifyPassport(keys, token, { ...call, audience: 'moderation' })).toBeNull()
})

test('a passport expires after 30 seconds', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expect(passportLifetimeSeconds).toBe(30)
    const token = signPassport(keysOf('gateway'), content)
    vi.setSystemTime(Date.now() + 30_000)
    expect(verifyPassport(keysOf('catalog'), token, call)).not.toBeNull()
    vi.setSystemTime(Date.now() + 1)
    expect(verifyPassport(keysOf('catalog'), token, call)).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a passport with any changed character is rejected', () => {
  const keys = keysOf('catalog')
  const token = signPassport(keysOf('gateway'), content)
  for (let index = 0; index < token.length - 1; index += 1) {
    const changed = token[index] === 'A' ? 'B' : 'A'
    const forged = token.slice(0, index) + changed + token.slice(index + 1)
    expect(verifyPassport(keys, forged, call)).toBeNull()
  }
  for (const forged of [undefined, '', '.', 'a.b.c', `${token}.`, token.split('.')[0]]) {
    expect(verifyPassport(keys, forged, call)).toBeNull()
  }
})

test('a service cannot sign for another: keys differ per issuer and audience', () => {
  expect(() => signPassport(keysOf('catalog'), { ...content, audience: 'auth' })).toThrow('no key')
  const asModeration = signPassport(keysOf('moderation'), { ...content, issuer: 'moderation' })
  const [text, mac] = signPassport(keysOf('gateway'), content).split('.')
  expect(text).not.toBe(asModeration.split('.')[0])
  const mixed = `${asModeration.split('.')[0]}.${mac}`
  expect(verifyPassport(keysOf('catalog'), mixed, call)).toBeNull()
})

test('short or damaged keys are rejected', () => {
  expect(readPassportKeys('gateway>catalog=short')).toBeNull()
  expect(readPassportKeys('nonsense')).toBeNull()
})

test('each service has only the keys of calls that it makes or receives', () => {
  const namesOf = (service: Parameters<typeof passportKeysFor>[1]) => [
    ...(readPassportKeys(passportKeysFor(master, service)) ?? new Map()).keys(),
  ]
  const byService = {
    gateway: [
      'gateway>auth',
      'gateway>catalog',
      'gateway>moderation',
      'gateway>diagnostics',
      'gateway>notifications',
      'gateway>evidence',
      'gateway>realtime',
    ],
    auth: ['gateway>auth', 'moderation>auth', 'notifications>auth'],
    catalog: ['gateway>catalog', 'moderation>catalog', 'notifications>catalog', 'evidence>catalog'],
    moderation: [
      'gateway>moderation',
      'moderation>auth',
      'moderation>catalog',
      'moderation>evidence',
    ],
    evidence: ['gateway>evidence', 'moderation>evidence', 'evidence>catalog'],
    diagnostics: ['gateway>diagnostics'],
    notifications: [
      'gateway>notifications',
      'notifications>auth',
      'notifications>catalog',
      'realtime>notifications',
    ],
    realtime: ['gateway>realtime', 'realtime>notifications'],
  } as const
  for (const service of Object.keys(byService) as (keyof typeof byService)[]) {
    expect(namesOf(service).sort()).toEqual([...byService[service]].sort())
  }
})
