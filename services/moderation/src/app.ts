import { join } from 'node:path'
import { databaseReadiness } from '@answerable/service-kit/db'
import { httpApp } from '@answerable/service-kit/http/http-app'
import { accounts } from './accounts/http.ts'
import { alternatives } from './alternatives/http.ts'
import { appeals } from './appeals/http.ts'
import { businesses } from './businesses/http.ts'
import { claimDecisions } from './claims/decisions-http.ts'
import { claims } from './claims/http.ts'
import { comments } from './comments/http.ts'
import type { Config } from './config.ts'
import { decisions } from './decisions/http.ts'
import type { Deps } from './deps.ts'
import { moderationLog } from './log/http.ts'
import { merges } from './merges/http.ts'
import { noticeDecisions } from './notices/decisions-http.ts'
import { notices } from './notices/http.ts'
import { people } from './people/http.ts'
import { responses } from './responses/http.ts'
import { review } from './review/http.ts'
import { updates } from './updates/http.ts'

export const app = (config: Config, deps: Deps) =>
  httpApp({
    service: 'moderation',
    keys: config.PASSPORT_KEYS,
    log: deps.log,
    isReady: databaseReadiness(deps.pool, join(import.meta.dirname, '../migrations')),
    routes: (router) => {
      review(router, deps)
      decisions(router, deps)
      comments(router, deps)
      alternatives(router, deps)
      businesses(router, deps)
      merges(router, deps)
      updates(router, deps)
      claims(router, deps)
      claimDecisions(router, deps)
      responses(router, deps)
      appeals(router, deps)
      accounts(router, deps)
      moderationLog(router, deps)
      notices(router, deps)
      noticeDecisions(router, deps)
      people(router, deps)
    },
  })
