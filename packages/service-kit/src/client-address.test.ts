import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf, plainAddress } from './client-address.ts'

test('an IPv4 address is a network of its own, in whatever dress it comes', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(networkOf(address)).toBe(address)
      expect(networkOf(`::ffff:${address}`)).toBe(address)
      expect(plainAddress(`::FFFF:${address}`)).toBe(address)
    }),
  )
})

test('an IPv6 address belongs to the /64 of its first four groups', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16))
  const half = fc.array(group, { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(half, half, (network, host) => {
      const expected = `${network.join(':')}::/64`
      expect(networkOf([...network, ...host].join(':'))).toBe(expected)
      expect(networkOf(`${network.join(':')}::${host[3]}`)).toBe(expected)
      expect(networkOf([...network, ...host].join(':').toUpperCase())).toBe(expected)
    }),
  )
})

test('short forms and zones make no difference', () => {
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('2001:db8:0:0:9::')).toBe('2001:db8:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::')).toBe('0:0:0:0::/64')
})

test('what is no address is one network, called unknown', () => {
  for (const address of [null, '', 'localhost', '1.2.3', '1.2.3.4.5', ':::', '10.0.0.1:80']) {
    expect(networkOf(address)).toBe('unknown')
  }
})
