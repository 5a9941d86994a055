import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopback, networkOf, networksOf, plainAddress } from './client-address.ts'

test('an IPv4 address is a separate network in every notation', () => {
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

test('abbreviations and zones of IPv6 addresses make no difference', () => {
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('2001:db8:0:0:9::')).toBe('2001:db8:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::')).toBe('0:0:0:0::/64')
})

test('all invalid addresses count as one network, called unknown', () => {
  for (const address of [null, '', 'localhost', '1.2.3', '1.2.3.4.5', ':::', '10.0.0.1:80']) {
    expect(networkOf(address)).toBe('unknown')
  }
})

test('an IPv6 address counts for its /64, /56 and /48, with higher limits for larger networks', () => {
  const namesOf = (address: string) => networksOf(address).map(({ name }) => name)
  expect(namesOf('2001:db8:1:ab7f::9')).toEqual([
    '2001:db8:1:ab7f::/64',
    '2001:db8:1:ab00::/56',
    '2001:db8:1::/48',
  ])
  expect(namesOf('2001:db8::1').slice(1)).toEqual(['2001:db8:0:0::/56', '2001:db8:0::/48'])
  const allowances = networksOf('2001:db8::1').map(({ allowance }) => allowance)
  expect(allowances).toEqual([1, 4, 16])
  expect(namesOf('::ffff:192.0.2.1')).toEqual(['192.0.2.1'])
  expect(namesOf('nowhere')).toEqual(['unknown'])
})

test('only loopback addresses count as local', () => {
  for (const address of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1']) {
    expect(isLoopback(address)).toBe(true)
  }
  for (const address of ['128.0.0.1', '::2', '::ffff:10.0.0.1', '', 'localhost', '0177.0.0.1']) {
    expect(isLoopback(address)).toBe(false)
  }
})
