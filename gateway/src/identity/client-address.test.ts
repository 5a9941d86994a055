import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const addressOf = (remoteAddress: string, forwarded: string | undefined, hops: number): string => {
  const request = {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as Parameters<typeof clientAddress>[0]
  return clientAddress(request, hops)
}

test('without trusted proxies only the connection counts', () => {
  expect(addressOf('::ffff:192.0.2.1', '203.0.113.9', 0)).toBe('192.0.2.1')
  expect(addressOf('2001:db8::1', undefined, 0)).toBe('2001:db8:0:0:0:0:0:1')
})

test('behind proxies the entry of the outermost trusted proxy counts', () => {
  expect(addressOf('10.0.0.1', '203.0.113.9', 1)).toBe('203.0.113.9')
  expect(addressOf('10.0.0.1', 'forged, 203.0.113.9', 1)).toBe('203.0.113.9')
  expect(addressOf('10.0.0.1', 'forged, 203.0.113.9, 10.0.0.2', 2)).toBe('203.0.113.9')
  expect(addressOf('10.0.0.1', '::ffff:203.0.113.9', 1)).toBe('203.0.113.9')
})

test('a missing or unreadable entry falls back to the connection', () => {
  expect(addressOf('10.0.0.1', undefined, 1)).toBe('10.0.0.1')
  expect(addressOf('10.0.0.1', 'unknown', 1)).toBe('10.0.0.1')
})

test('nothing that a client writes changes the address that the trusted proxies report', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 3 }), (forged, hops) => {
      const added = ['203.0.113.9', '10.0.0.2', '10.0.0.3'].slice(0, hops)
      expect(addressOf('10.0.0.1', [forged, ...added].join(', '), hops)).toBe('203.0.113.9')
    }),
    { numRuns: 500 },
  )
})
