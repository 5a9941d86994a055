import { join } from 'node:path'
import { callTogether } from '@answerable/contracts/grouped-calls'
import { databaseReadiness } from '@answerable/service-kit/db'
import { openCallGroups } from '@answerable/service-kit/http/call-groups'
import { httpApp } from '@answerable/service-kit/http/http-app'
import { serve } from '@answerable/service-kit/http/serve'
import { alternativeDecisions } from './alternatives/decisions-http.ts'
import { alternatives } from './alternatives/http.ts'
import { authors } from './authors/http.ts'
import { businessMerges } from './business-merges/http.ts'
import { businessDecisions } from './businesses/decisions-http.ts'
import { businesses } from './businesses/http.ts'
import { suggestions } from './businesses/suggestions-http.ts'
import { commentDecisions } from './comment-decisions/http.ts'
import { commentFlags } from './comment-flags/http.ts'
import { commentChanges } from './comments/changes-http.ts'
import { comments } from './comments/http.ts'
import type { Config } from './config.ts'
import { decisions } from './decisions/http.ts'
import type { Deps } from './deps.ts'
import { flags } from './flags/http.ts'
import { impact } from './impact/http.ts'
import { merges } from './merges/http.ts'
import { mutes } from './mutes/http.ts'
import { ownData } from './own-data/http.ts'
import { participation } from './participation/http.ts'
import { people } from './people/http.ts'
import { places } from './places/http.ts'
import { rankings } from './ranking/http.ts'
import { responseDecisions } from './response-decisions/http.ts'
import { responseFlags } from './responses/flags.ts'
import { responses } from './responses/http.ts'
import { review } from './review/http.ts'
import { searches } from './search/http.ts'
import { sitemaps } from './sitemaps/http.ts'
import { publicDecisions } from './snapshots/http.ts'
import { sources } from './sources/http.ts'
import { subjects } from './subjects/http.ts'
import { submissionVersions } from './submission-versions/http.ts'
import { submissions } from './submissions/http.ts'
import { transparency } from './transparency/http.ts'
import { updateDecisions } from './updates/decisions-http.ts'
import { updates } from './updates/http.ts'
import { timelines } from './updates/timeline-http.ts'
import { votes } from './votes/http.ts'
import { votesByDay } from './votes-by-day/http.ts'

export const app = (config: Config, deps: Deps) => {
  const { log } = deps
  const kit = { service: 'catalog', keys: config.PASSPORT_KEYS, log } as const
  const groups = openCallGroups(kit)
  return httpApp({
    ...kit,
    isReady: databaseReadiness(deps.pool, join(import.meta.dirname, '../migrations')),
    routes: (router) => {
      // Before `/api/boycotts/:id`, which would match `/api/boycotts/similar`.
      searches(router, deps)
      submissions(router, groups, deps)
      submissionVersions(router, deps)
      sources(router, deps)
      rankings(router, deps)
      votesByDay(router, deps)
      votes(router, groups, deps)
      participation(router, groups, deps)
      serve(router, callTogether, ({ body }) => groups.respond(body))
      flags(router, deps)
      comments(router, deps)
      commentChanges(router, deps)
      alternatives(router, deps)
      alternativeDecisions(router, deps)
      businesses(router, deps)
      suggestions(router, deps)
      businessDecisions(router, deps)
      updates(router, deps)
      timelines(router, deps)
      impact(router, deps)
      updateDecisions(router, deps)
      decisions(router, deps)
      commentFlags(router, deps)
      commentDecisions(router, deps)
      responses(router, deps)
      responseFlags(router, deps)
      responseDecisions(router, deps)
      people(router, deps)
      mutes(router, deps)
      merges(router, deps)
      businessMerges(router, deps)
      review(router, deps)
      authors(router, deps)
      ownData(router, deps)
      subjects(router, deps)
      places(router, deps)
      sitemaps(router, deps)
      publicDecisions(router, deps)
      transparency(router, deps)
    },
  })
}
