import { join } from 'node:path'
import { databaseReadiness } from '@answerable/service-kit/db'
import { httpApp } from '@answerable/service-kit/http/http-app'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { proofs } from './proofs/http.ts'
import { webhooks } from './webhooks/http.ts'

export const app = (config: Config, deps: Deps) =>
  httpApp({
    service: 'evidence',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    isReady: databaseReadiness(deps.pool, join(import.meta.dirname, '../migrations')),
    routes: (router) => {
      proofs(router, deps)
      webhooks(router, deps)
    },
  })
