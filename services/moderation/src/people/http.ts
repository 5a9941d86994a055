import {
  exportDecisions,
  listOwnPartIds,
  listOwnSubmissionIds,
} from '@answerable/contracts/own-data'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import {
  findAppealsOf,
  findClaimsOf,
  findDecisionsAbout,
  findDecisionsOn,
  findDecisionsOnParts,
} from './own-data.ts'

/** Of an id of a comment, response or alternative; those of submissions are shorter. */
const uuidLength = 36

/** Exports the decisions about a member: first those about submissions, then those about their other content. */
export const people = (router: Router, { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>): void => {
  serve(router, exportDecisions, async ({ viewer, query, requestId }) => {
    const isFirst = query.after === undefined
    const params = { id: viewer.id }
    const isAboutParts = query.after?.length === uuidLength
    const submissions = isAboutParts
      ? { ids: [], next: null }
      : await catalog(listOwnSubmissionIds, { params, query }, requestId)
    const parts =
      submissions.next === null
        ? await catalog(listOwnPartIds, { params, query: isAboutParts ? query : {} }, requestId)
        : { ids: [], next: submissions.next }
    const body = {
      decisions: [
        ...(isFirst ? await findDecisionsAbout(pool, viewer.id) : []),
        ...(await findDecisionsOn(pool, submissions.ids)),
        ...(await findDecisionsOnParts(pool, parts.ids)),
      ],
      claims: isFirst ? await findClaimsOf(pool, viewer.id) : [],
      appeals: isFirst ? await findAppealsOf(pool, viewer.id) : [],
      next: parts.next,
    }
    return reply(body, { 'cache-control': 'no-store' })
  })
}
