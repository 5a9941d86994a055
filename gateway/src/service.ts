import type { ServiceDefinition } from '@answerable/service-kit/service'
import { app } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { closeDeps, type Deps, openDeps } from './deps.ts'
import { events } from './events.ts'
import { handleClientErrors } from './routing/client-errors.ts'
import { acceptUpgrades, isWebsocket } from './websockets/upgrades.ts'

/** A client that reads nothing of its response for this long is disconnected. */
const stalledConnectionMilliseconds = 20_000

export const gateway: ServiceDefinition<Config, Deps> = {
  name: 'gateway',
  readConfig,
  openDeps,
  closeDeps,
  app,
  events,
  observes: 'its own requests',
  sharesRateLimits: true,
  serverOptions: {
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    // Refused by the app, in JSON.
    requireHostHeader: false,
    shouldUpgradeCallback: ({ headers }) => isWebsocket(headers),
  },
  serverHook: (server, config, deps) => {
    server.timeout = stalledConnectionMilliseconds
    handleClientErrors(server, deps.securityHeaders)
    return acceptUpgrades(server, config, deps)
  },
}
