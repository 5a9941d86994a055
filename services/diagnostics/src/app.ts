import { httpApp } from '@answerable/service-kit/http/http-app'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { groups } from './groups/http.ts'
import { suggestions } from './suggestions/http.ts'

export const app = (config: Config, deps: Deps) =>
  httpApp({
    service: 'diagnostics',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    // Advice needs no database, and is wanted most when the rest of the site is in trouble.
    isReady: async () => true,
    routes: (router) => {
      suggestions(router, deps)
      groups(router, deps)
    },
  })
