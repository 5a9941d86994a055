import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Preloaded into a program: looks up service names in a file and returns one or more addresses, as a
 * container engine's DNS would. All other names go to the system.
 */
const file = process.env.NAMES_FILE ?? ''

type Callback = (error: Error | null, found: unknown, family?: number) => void

const addressesOf = (name: string): LookupAddress[] | null => {
  const names = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>
  return names[name]?.map((address) => ({ address, family: 4 })) ?? null
}

const notFound = (name: string): Error =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })

const systemLookup = dns.lookup as (...parameters: unknown[]) => void

const lookup = (name: string, ...rest: unknown[]): void => {
  const addresses = addressesOf(name)
  if (addresses === null) {
    systemLookup(name, ...rest)
    return
  }
  const callback = rest.at(-1) as Callback
  const options = (rest.length > 1 ? rest[0] : {}) as LookupOptions
  const [first] = addresses
  if (first === undefined) callback(notFound(name), undefined)
  else if (options.all === true) callback(null, addresses)
  else callback(null, first.address, first.family)
}

const systemPromise = dns.promises.lookup as (...parameters: unknown[]) => Promise<unknown>

const lookupPromise = async (name: string, options: LookupOptions = {}): Promise<unknown> => {
  const addresses = addressesOf(name)
  if (addresses === null) return systemPromise(name, options)
  const [first] = addresses
  if (first === undefined) throw notFound(name)
  return options.all === true ? addresses : first
}

Object.assign(dns, { lookup })
Object.assign(dns.promises, { lookup: lookupPromise })
syncBuiltinESMExports()
