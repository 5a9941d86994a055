import { isIPv4, isIPv6 } from 'node:net'

/** An address without its zone; an IPv4 address in IPv6 dress as IPv4. Null when it is none. */
export const plainAddress = (address: string): string | null => {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return groups.map((group) => group.toString(16)).join(':')
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** What counts as one network: an IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (address: string | null): string => {
  const plain = address === null ? null : plainAddress(address)
  if (plain === null) return 'unknown'
  return isIPv4(plain) ? plain : `${plain.split(':').slice(0, 4).join(':')}::/64`
}

/** Whether an address is that of the machine itself. */
export const isLoopback = (address: string): boolean => {
  const plain = plainAddress(address)
  return plain === '0:0:0:0:0:0:0:1' || plain?.startsWith('127.') === true
}

/** The eight groups of a valid IPv6 address. */
const groupsOf = (address: string): number[] => {
  const withoutZone = address.split('%')[0]
  const compressed = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = compressed
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  const gap = new Array<number>(8 - head.length - tail.length).fill(0)
  return [...head, ...gap, ...tail]
}
