import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { databaseReadiness } from '@answerable/service-kit/db'
import { httpApp } from '@answerable/service-kit/http/http-app'
import { limitEachRoute } from '@answerable/service-kit/http/limit-each-route'
import { accounts } from './accounts/http.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { geolocation } from './geolocation/http.ts'
import { mailbox } from './mail/http.ts'
import { ownAccount } from './own-account/http.ts'
import { sessionHolders, signOut } from './sessions/http.ts'
import { signIn } from './sign-in/http.ts'
import { users } from './users/http.ts'

/**
 * With three connections to the database, two calls of one kind at once leave one to the others. More may wait
 * than a second brings, but not more than are answered before the gateway gives up.
 */
const atOnce = { running: 2, waiting: 512 }

export const app = (config: Config, deps: Deps): RequestListener =>
  httpApp({
    service: 'auth',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    isReady: databaseReadiness(deps.pool, join(import.meta.dirname, '../migrations')),
    routes: (all) => {
      sessionHolders(all, deps)
      const router = limitEachRoute(all, atOnce)
      signIn(router, deps)
      signOut(router, deps)
      users(router, deps)
      ownAccount(router, deps)
      geolocation(router, deps)
      mailbox(router, deps)
      accounts(router, deps)
    },
  })
