import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address that the hostname of a URL is, without the brackets of IPv6; null for a name. */
export const addressIn = (hostname: string): string | null => {
  const text = hostname.replace(/^\[|\]$/g, '')
  return isIP(text) === 0 ? null : text
}

/**
 * Whether an address belongs to a public host: unicast, and in no range for private networks, loopback, link-local,
 * carrier-grade NAT, benchmarks, documentation, multicast or protocols. Addresses that contain or translate to another
 * one (IPv4-mapped, NAT64, 6to4, Teredo) are not public, because they could lead to any of these.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  // Only this block is assigned for global unicast (IANA); ipaddr.js calls all others unicast as well.
  if (address.kind() === 'ipv6') return isIn(address, ['2000::', 3]) && !isReserved(address, ipv6)
  return !isReserved(address, ipv4)
}

type Range = readonly [string, number]

/** Special-purpose ranges (IANA registries) that ipaddr.js may count as unicast. */
const ipv4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['168.63.129.16', 32],
  ['192.0.0.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['240.0.0.0', 4],
]
const ipv6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const isReserved = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]): boolean =>
  ranges.some((range) => isIn(address, range))

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Range): boolean =>
  address.match(ipaddr.parse(network), bits)
