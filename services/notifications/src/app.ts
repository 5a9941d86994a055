import { join } from 'node:path'
import { databaseReadiness } from '@answerable/service-kit/db'
import { httpApp } from '@answerable/service-kit/http/http-app'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { follows } from './follows/http.ts'
import { notices } from './notices/http.ts'
import { ownData } from './own-data/http.ts'
import { preferences } from './preferences/http.ts'
import { unread } from './unread/http.ts'
import { unsubscribe } from './unsubscribe/http.ts'

export const app = (config: Config, deps: Deps) =>
  httpApp({
    service: 'notifications',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    isReady: databaseReadiness(deps.pool, join(import.meta.dirname, '../migrations')),
    routes: (router) => {
      follows(router, deps)
      notices(router, deps)
      unread(router, deps)
      ownData(router, deps)
      preferences(router, deps)
      unsubscribe(router, deps)
    },
  })
