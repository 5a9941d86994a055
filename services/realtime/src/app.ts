import { httpApp } from '@answerable/service-kit/http/http-app'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'

/** Health only: everything else comes in by websocket. */
export const app = (config: Config, deps: Deps) =>
  httpApp({
    service: 'realtime',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    isReady: async () => deps.bus.isConnected(),
    routes: () => {},
  })
