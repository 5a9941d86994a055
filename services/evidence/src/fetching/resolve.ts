import { addressIn, isPublicAddress } from './addresses.ts'
import { FetchFailure } from './failure.ts'
import type { Network } from './network.ts'

/**
 * The addresses of a host, IPv4 first, all of them public; at most one of each family. The connection must go to these:
 * another look-up could return others. Throws FetchFailure.
 */
export const publicAddressesOf = async (
  hostname: string,
  { resolver }: Pick<Network, 'resolver'>,
): Promise<string[]> => {
  const literal = addressIn(hostname)
  if (literal !== null) return [mustBePublic(literal)]
  const name = hostname.replace(/\.$/, '')
  if (!name.includes('.')) throw new FetchFailure('not-public')
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [ipv4, ipv6].map((result) => (result.status === 'fulfilled' ? result.value : []))
  for (const address of found.flat()) mustBePublic(address)
  const chosen = found.flatMap((addresses) => addresses.slice(0, 1))
  if (chosen.length > 0) return chosen
  const failures = [ipv4, ipv6].flatMap((result) =>
    result.status === 'rejected' ? [result.reason as NodeJS.ErrnoException] : [],
  )
  const isUnknown = failures.every(({ code }) => code === 'ENOTFOUND' || code === 'ENODATA')
  throw new FetchFailure(isUnknown ? 'no-such-host' : 'no-name-server', failures[0])
}

const mustBePublic = (address: string): string => {
  if (!isPublicAddress(address)) throw new FetchFailure('not-public')
  return address
}
