import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address without its zone; an IPv4-mapped IPv6 address as IPv4. Null for an invalid address. */
export const plainAddress = (address: string): string | null => {
  if (isIPv4(address)) return address
  // Stricter than ipaddr.js, which also reads short, octal and hexadecimal forms.
  if (!isIPv6(address)) return null
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : new ipaddr.IPv6(parsed.parts).toNormalizedString()
}

/** A network that an address belongs to. */
export type Network = {
  /** '203.0.113.7' or '2001:db8:0:7::/64'. */
  name: string
  /** Length of the common prefix in bits; 32 for an IPv4 address. */
  prefix: 32 | 64 | 56 | 48
  /** Its limit, as a multiple of the limit of the smallest network. */
  allowance: number
}

/**
 * The networks of an address, smallest first: an IPv4 address, or the /64, /56 and /48 of an IPv6 address.
 * Providers assign customers any of these sizes, so a customer with a /48 could multiply a limit on the /64
 * alone. A /48 may also have many customers, so larger networks have higher limits.
 */
export const networksOf = (address: string | null): readonly [Network, ...Network[]] => {
  const plain = address === null ? null : plainAddress(address)
  if (plain === null) return [{ name: 'unknown', prefix: 32, allowance: 1 }]
  if (isIPv4(plain)) return [{ name: plain, prefix: 32, allowance: 1 }]
  const [first, second, third, fourth = ''] = plain.split(':')
  const site = `${first}:${second}:${third}`
  const subnets = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    { name: `${site}:${fourth}::/64`, prefix: 64, allowance: 1 },
    { name: `${site}:${subnets}::/56`, prefix: 56, allowance: 4 },
    { name: `${site}::/48`, prefix: 48, allowance: 16 },
  ]
}

/** The smallest network of an address: an IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (address: string | null): string => networksOf(address)[0].name

/** Whether an address is a loopback address. */
export const isLoopback = (address: string): boolean => {
  const plain = plainAddress(address)
  return plain !== null && ipaddr.parse(plain).range() === 'loopback'
}
