import * as z from 'zod/mini'
import { businessId, businessLink } from './business-link.ts'
import { business } from './businesses.ts'
import { decisionReason } from './decisions.ts'
import { forModeration } from './for-moderation.ts'
import { type Route, route } from './route.ts'

const into = businessId

const side = z.extend(business, {
  /** Number of names and aliases. */
  names: z.int(),
  /** Number of businesses that it owns. */
  owned: z.int(),
})

/** The figures of two businesses before a merge, and of the remaining one after it. */
export const businessMergePreview = z.strictObject({
  from: side,
  into: side,
  after: z.strictObject({ boycottCount: z.int(), names: z.int(), owned: z.int() }),
})
export type BusinessMergePreview = z.output<typeof businessMergePreview>

const mergedBusinessState = z.strictObject({
  merged: z.boolean(),
  boycottCount: z.int(),
  names: z.int(),
  owned: z.int(),
  version: z.int(),
})
export type MergedBusinessState = z.output<typeof mergedBusinessState>

const remaining = z.strictObject({
  id: businessId,
  before: mergedBusinessState,
  after: mergedBusinessState,
})

/** The effect on a merged business, and on the remaining one. */
export const businessMergeEffect = z.strictObject({
  business,
  before: mergedBusinessState,
  after: mergedBusinessState,
  other: remaining,
})
export type BusinessMergeEffect = z.output<typeof businessMergeEffect>

/** A merge that is not undone. */
export const businessMergeRecord = z.strictObject({
  decisionId: z.uuid(),
  from: businessLink,
  into: businessLink,
  mergedAt: z.iso.datetime(),
  /** Null if it cannot be undone, because a later merge must be undone first or the time is over. */
  undoableUntil: z.nullable(z.iso.datetime()),
})
export type BusinessMergeRecord = z.output<typeof businessMergeRecord>

const administration = {
  service: 'moderation',
  access: 'admin',
  params: z.strictObject({ id: businessId }),
} as const satisfies Partial<Route>

const mergeErrors = ['business_not_found', 'decision_conflict', 'idempotency_mismatch'] as const
/** The name and the circle of owners: of changes since the merge. */
const undoErrors = ['later_merge', 'merge_final', 'business_name_taken', 'parent_circle'] as const
const mergeResponse = z.strictObject({ decisionId: z.uuid(), business })

/** No effect. */
export const previewBusinessMerge = route({
  ...administration,
  method: 'GET',
  path: '/api/admin/businesses/:id/merge-preview',
  query: z.strictObject({ into }),
  response: businessMergePreview,
  errors: ['business_not_found', 'decision_conflict'],
})

/** The merges of a business into others and of others into it, latest first; at most 100. */
export const listBusinessMerges = route({
  ...administration,
  method: 'GET',
  path: '/api/admin/businesses/:id/merges',
  response: z.array(businessMergeRecord),
})

/** Merges `:id` into another business and returns `:id`. */
export const mergeBusiness = route({
  ...administration,
  method: 'POST',
  path: '/api/admin/businesses/:id/merge',
  body: z.strictObject({ into, ...decisionReason }),
  response: mergeResponse,
  errors: mergeErrors,
})

/** Undoes the merge of a business, for 30 days. */
export const unmergeBusiness = route({
  ...administration,
  method: 'POST',
  path: '/api/admin/businesses/:id/unmerge',
  body: z._default(z.strictObject(decisionReason), {}),
  response: mergeResponse,
  errors: [...mergeErrors, ...undoErrors],
})

export const computeBusinessMerge = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/business-merges/preview',
  query: z.strictObject({ id: businessId, into }),
  response: businessMergePreview,
  errors: ['business_not_found', 'decision_conflict'],
})

export const findBusinessMerges = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/businesses/:id/merges',
  params: administration.params,
  response: z.array(businessMergeRecord),
})

/** Merges in one transaction, under the decision's id: a repeated call returns the first result. */
export const applyBusinessMerge = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/business-merges',
  body: z.strictObject({ decisionId: z.uuid(), businessId, into }),
  response: businessMergeEffect,
  errors: ['business_not_found', 'decision_conflict'],
})

/** Undoes the merge of a business in one transaction, under the decision's id. */
export const applyBusinessUnmerge = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/business-unmerges',
  body: z.strictObject({ decisionId: z.uuid(), businessId }),
  response: businessMergeEffect,
  errors: ['business_not_found', 'decision_conflict', ...undoErrors],
})
