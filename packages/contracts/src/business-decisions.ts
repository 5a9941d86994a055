import * as z from 'zod/mini'
import { businessId } from './business-link.ts'
import { businessMergeEffect } from './business-merges.ts'
import { business, suggestion } from './businesses.ts'
import { decisionReason, noteLimits } from './decisions.ts'
import { forModeration } from './for-moderation.ts'
import { pageQuery } from './paging.ts'
import { countryCode } from './places.ts'
import { type Route, route } from './route.ts'
import { line, lines } from './text.ts'

const suggestionParams = z.strictObject({ id: z.uuid() })

/** A suggestion as administrators see it. */
export const adminSuggestion = z.extend(suggestion, {
  authorId: z.nullable(z.uuid()),
  /** Null after the author has deleted the account. */
  author: z.nullable(z.strictObject({ username: z.string() })),
  /** The merge that the acceptance made, while it can be undone; else null. */
  undoableMerge: z.nullable(
    z.strictObject({
      /** The merged business. */
      businessId,
      undoableUntil: z.iso.datetime(),
    }),
  ),
})
export type AdminSuggestion = z.output<typeof adminSuggestion>

/** The state of a business in the log, before and after a decision. It holds no text. */
export const businessState = z.strictObject({
  listed: z.boolean(),
  country: z.nullable(countryCode),
  parentId: z.nullable(businessId),
  hasWebsite: z.boolean(),
  aliases: z.int(),
  version: z.int(),
})
export type BusinessState = z.output<typeof businessState>

export const businessChange = z.strictObject({
  /** 'hide' takes effect while there are no submissions in public view. */
  kind: z.enum(['name', 'alias', 'remove-alias', 'website', 'country', 'parent', 'hide']),
  /** Empty: no website, country or parent. */
  value: z._default(line({ min: 0, max: 120 }), ''),
})
export type BusinessChange = z.output<typeof businessChange>

const administration = { service: 'moderation', access: 'admin' } as const satisfies Partial<Route>
const errors = ['decision_conflict', 'idempotency_mismatch'] as const
const changeErrors = ['business_not_found', 'business_name_taken', 'parent_circle'] as const

/** Open suggestions, oldest first, or decided ones, latest first. */
export const listSuggestions = route({
  ...administration,
  method: 'GET',
  path: '/api/admin/suggestions',
  query: z.strictObject({ ...pageQuery, state: z._default(z.enum(['open', 'decided']), 'open') }),
  response: z.array(adminSuggestion),
})

const suggestionDecision = {
  ...administration,
  method: 'POST',
  params: suggestionParams,
  response: z.strictObject({ decisionId: z.uuid(), suggestion: adminSuggestion }),
} as const satisfies Omit<Route, 'path'>

/** Applies the suggested change. A suggested merge merges the business into the other one. */
export const acceptSuggestion = route({
  ...suggestionDecision,
  path: '/api/admin/suggestions/:id/accept',
  body: z._default(z.strictObject(decisionReason), {}),
  errors: [...errors, ...changeErrors, 'suggestion_not_found'],
})

/** The note is the reason that the author sees. */
export const declineSuggestion = route({
  ...suggestionDecision,
  path: '/api/admin/suggestions/:id/decline',
  body: z.strictObject({ ...decisionReason, note: lines({ ...noteLimits, min: 1 }) }),
  errors: [...errors, 'suggestion_not_found'],
})

/** Changes a business without a suggestion. */
export const changeBusiness = route({
  ...administration,
  method: 'POST',
  path: '/api/admin/businesses/:id/change',
  params: z.strictObject({ id: businessId }),
  body: z.strictObject({ change: businessChange, ...decisionReason }),
  response: z.strictObject({ decisionId: z.uuid(), business }),
  errors: [...errors, ...changeErrors],
})

export const pageSuggestions = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/suggestions',
  query: listSuggestions.query,
  response: z.strictObject({ suggestions: z.array(adminSuggestion), total: z.int() }),
})

const effect = {
  businessId,
  before: businessState,
  after: businessState,
}

/** Accepts or declines a suggestion in one transaction, under the decision's id: a repeated call returns the first result. */
export const applySuggestionDecision = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/suggestion-decisions',
  body: z.strictObject({
    decisionId: z.uuid(),
    suggestionId: z.uuid(),
    action: z.enum(['accept', 'decline']),
    note: z.nullable(z.string()),
  }),
  response: z.union([
    z.strictObject({ ...effect, suggestion: adminSuggestion }),
    z.extend(z.omit(businessMergeEffect, { business: true }), {
      businessId,
      suggestion: adminSuggestion,
    }),
  ]),
  errors: acceptSuggestion.errors,
})

/** Changes a business in one transaction, under the decision's id: a repeated call returns the first result. */
export const applyBusinessChange = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/business-changes',
  body: z.strictObject({ decisionId: z.uuid(), businessId, change: businessChange }),
  response: z.strictObject({ ...effect, business }),
  errors: changeBusiness.errors,
})
