import { Resolver } from 'node:dns/promises'

/** How names are resolved, and where connections go. */
export type Network = {
  resolver: Pick<Resolver, 'resolve4' | 'resolve6' | 'resolveTxt'>
  /** The endpoint of a connection to an address that was checked. */
  endpointOf: (address: string, port: number) => { host: string; port: number }
}

/** Names are never looked up in the hosts file, and without search domains. */
const openResolver = (): Resolver => new Resolver({ timeout: 1_000, tries: 2 })

export const publicNetwork = (): Network => ({
  resolver: openResolver(),
  endpointOf: (host, port) => ({ host, port }),
})

/** Of EVIDENCE_TEST_NETWORK. Addresses are checked like those of the public network; connections never leave. */
export const testNetwork = (setting: string): Network => {
  const [nameServer = '', http = '', https = ''] = setting.split(',')
  const resolver = openResolver()
  resolver.setServers([nameServer])
  const portOf = (endpoint: string): number => Number(endpoint.split(':')[1])
  return {
    resolver,
    endpointOf: (_address, port) => ({
      host: '127.0.0.1',
      port: portOf(port === 443 ? https : http),
    }),
  }
}
