import { isDatabaseUp } from '@answerable/service-kit/db'
import { httpApp } from '@answerable/service-kit/http-app'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'

export const app = (config: Config, deps: Deps) =>
  httpApp({
    service: 'moderation',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    isReady: () => isDatabaseUp(deps.pool),
    routes: () => {},
  })
