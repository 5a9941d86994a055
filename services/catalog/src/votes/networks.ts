import { createHmac, createSecretKey } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { deriveKey } from '@answerable/service-kit/calls/passport'
import { isProduction } from '@answerable/service-kit/config'
import { isLoopback, plainAddress } from '@answerable/service-kit/http/client-address'
import type { Config } from '../config.ts'

/** The stored key of a vote's network; null if the address identifies no network. */
export type NetworkKey = (address: string | null, now: Date) => string | null

/**
 * A keyed hash of the network (an IPv4 address, the /48 of an IPv6 address) and of the day. It reveals neither the
 * address nor that keys of two days belong to one network. On a site on localhost all votes come from the machine
 * itself, which is not a network.
 */
export const openNetworkKey = (
  config: Pick<Config, 'PASSPORT_KEYS' | 'PUBLIC_ORIGIN'>,
): NetworkKey => {
  const secret = config.PASSPORT_KEYS.get('gateway>catalog')
  if (secret === undefined) throw new Error('the key of the gateway is missing')
  const key = createSecretKey(deriveKey(secret.export().toString('base64url'), 'networks of votes'))
  return (address, now) => {
    if (address === null || (!isProduction(config) && isLoopback(address))) return null
    const day = now.toISOString().slice(0, 10)
    return createHmac('sha256', key)
      .update(`${day} ${customerNetworkOf(address)}`)
      .digest('base64url')
      .slice(0, 22)
  }
}

/** The /48 of an IPv6 address, because one customer may hold a /48, with 65,536 networks of /64. */
const customerNetworkOf = (address: string): string => {
  const plain = plainAddress(address)
  if (plain === null) return 'unknown'
  return isIPv4(plain) ? plain : `${plain.split(':').slice(0, 3).join(':')}::/48`
}
