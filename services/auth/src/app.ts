import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { databaseReadiness } from '@answerable/service-kit/db'
import { httpApp } from '@answerable/service-kit/http-app'
import { accounts } from './accounts/http.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { geolocation } from './geolocation/http.ts'
import { mailbox } from './mail/http.ts'
import { ownAccount } from './own-account/http.ts'
import { sessions } from './sessions/http.ts'
import { signIn } from './sign-in/http.ts'
import { users } from './users/http.ts'

export const app = (config: Config, deps: Deps): RequestListener =>
  httpApp({
    service: 'auth',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    isReady: databaseReadiness(deps.pool, join(import.meta.dirname, '../migrations')),
    routes: (router) => {
      signIn(router, deps)
      sessions(router, deps)
      users(router, deps)
      ownAccount(router, deps)
      geolocation(router, deps)
      mailbox(router, deps)
      accounts(router, deps)
    },
  })
