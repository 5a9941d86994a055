import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { openNetworkKey } from './networks.ts'

const keysOf = (letter: string) =>
  new Map([['gateway>catalog', createSecretKey(Buffer.from(letter.repeat(32)))]])
const site = { PASSPORT_KEYS: keysOf('a'), PUBLIC_ORIGIN: 'https://answerable.example.org' }
const localSite = { ...site, PUBLIC_ORIGIN: 'http://localhost:8080' }
const morning = new Date('2026-11-20T00:00:00.000Z')
const night = new Date('2026-11-20T23:59:59.999Z')
const nextDay = new Date('2026-11-21T00:00:00.000Z')

test('a network has one key for a day, on every instance, and another one the next day', () => {
  const [one, other] = [openNetworkKey(site), openNetworkKey(site)]
  const key = one('203.0.113.7', morning)
  expect(key).toMatch(/^[\w-]{22}$/)
  expect(other('203.0.113.7', night)).toBe(key)
  expect(one('203.0.113.7', nextDay)).not.toBe(key)
})

test('networks have keys of their own, an IPv6 /48 being one', () => {
  const keyOf = (address: string) => openNetworkKey(site)(address, morning)
  expect(keyOf('203.0.113.8')).not.toBe(keyOf('203.0.113.7'))
  expect(keyOf('2001:db8:1:2::1')).toBe(keyOf('2001:db8:1:ffff::9'))
  expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:2:2::1'))
})

test('the key of a network is not to be had without the secret of the site', () => {
  const keyOn = (letter: string) =>
    openNetworkKey({ ...site, PASSPORT_KEYS: keysOf(letter) })('203.0.113.7', morning)
  expect(keyOn('b')).not.toBe(keyOn('a'))
  expect(() => openNetworkKey({ ...site, PASSPORT_KEYS: new Map() })).toThrow(
    'the key of the gateway is missing',
  )
})

test('loopback counts as no network on localhost, where all clients use it, but counts as one elsewhere', () => {
  expect(openNetworkKey(localSite)('127.0.0.1', morning)).toBeNull()
  expect(openNetworkKey(localSite)('::1', morning)).toBeNull()
  expect(openNetworkKey(localSite)('203.0.113.7', morning)).toMatch(/^[\w-]{22}$/)
  expect(openNetworkKey(site)('127.0.0.1', morning)).toMatch(/^[\w-]{22}$/)
})

test('of whom no address is known, no network is', () => {
  for (const config of [site, localSite]) expect(openNetworkKey(config)(null, morning)).toBeNull()
})
