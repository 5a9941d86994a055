import { matchSearches } from '@answerable/contracts/followed-search'
import { describeSubjects } from '@answerable/contracts/subjects'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { openFollowedSearches } from '../search/followed-searches.ts'
import { describeBusinesses, describeComments, describeSubmissions } from './store.ts'

export const subjects = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  const followed = openFollowedSearches()

  serve(router, matchSearches, async ({ body }) => ({
    matching: await followed.matching(pool, body.submissionId, body.searches),
  }))

  serve(router, describeSubjects, async ({ body }) => ({
    submissions: await describeSubmissions(pool, body.submissionIds),
    businesses: await describeBusinesses(pool, body.businessIds),
    comments: await describeComments(pool, body.commentIds),
  }))
}
