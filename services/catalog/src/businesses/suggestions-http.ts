import { listOwnSuggestions, suggestChange } from '@answerable/contracts/businesses'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { findUnmerged } from './changes.ts'
import { canonicalValue, refuseUnlisted, refuseUseless } from './suggestion-values.ts'
import { insertSuggestion, readOwnSuggestions } from './suggestions.ts'

/** Suggestions of members. */
export const suggestions = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, suggestChange, ({ params, body, viewer }) =>
    transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const businessId = await findUnmerged(db, params.id)
      const value = await canonicalValue(db, body.kind, body.value)
      const isOfOther = body.kind === 'parent' || body.kind === 'merge'
      await refuseUnlisted(db, isOfOther ? [businessId, value] : [businessId])
      await refuseUseless(db, businessId, { kind: body.kind, value })
      const suggestion = await insertSuggestion(db, {
        ...{ businessId, authorId: viewer.id, kind: body.kind, value },
        reason: body.reason,
        source: body.source || null,
      })
      if (suggestion === null) throw new AppError('already_suggested')
      return suggestion
    }),
  )

  serve(router, listOwnSuggestions, async ({ query, viewer }) => {
    const { suggestions: own, total } = await readOwnSuggestions(pool, viewer.id, query)
    return reply(own, {
      ...pageHeaders(listOwnSuggestions.path, query, total),
      'cache-control': 'no-store',
    })
  })
}
