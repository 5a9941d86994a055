import { getDomain } from 'tldts'

/**
 * The hosts that share turns: those of one registrable domain (public suffix list), because its owner can name any
 * number of hosts, also of a server of others. An address is its own.
 */
export const turnOf = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname.replace(/\.$/, '')
