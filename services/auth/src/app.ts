import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { databaseReadiness } from '@answerable/service-kit/db'
import { httpApp } from '@answerable/service-kit/http/http-app'
import { limitEachRoute } from '@answerable/service-kit/http/limit-each-route'
import { accounts } from './accounts/http.ts'
import { claimCodes } from './claim-codes/http.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { geolocation } from './geolocation/http.ts'
import { mailbox } from './mail/http.ts'
import { mails } from './mails/http.ts'
import { noticeMails } from './notice-mails/http.ts'
import { ownAccount } from './own-account/http.ts'
import { passkeys } from './passkeys/http.ts'
import { sessionHolders, signOut } from './sessions/http.ts'
import { signIn } from './sign-in/http.ts'
import { users } from './users/http.ts'

/**
 * With three database connections, two concurrent calls of one kind leave one connection to the others. The queue holds
 * more than the calls of a second, but no more than can be served within the gateway's timeout.
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
      passkeys(router, deps)
      geolocation(router, deps)
      mailbox(router, deps)
      accounts(router, deps)
      mails(router, deps)
      noticeMails(router, deps)
      claimCodes(router, deps)
    },
  })
