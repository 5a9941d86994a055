import * as z from 'zod/mini'
import { decisionReason, noteLimits, submissionState } from './decisions.ts'
import { forModeration } from './for-moderation.ts'
import { pageQuery } from './paging.ts'
import { type Route, route } from './route.ts'
import { category, status, submissionId } from './submissions.ts'
import { lines } from './text.ts'
import { update } from './updates.ts'

const updateParams = z.strictObject({ id: z.uuid() })

/** An update as administrators see it. */
export const adminUpdate = z.extend(update, {
  reporterId: z.nullable(z.uuid()),
  /** Null after the reporter has deleted the account. */
  reporter: z.nullable(z.strictObject({ username: z.string() })),
  /** The status of the submission now, and what would end the boycott. */
  currentStatus: status,
  demand: z.nullable(z.string()),
})
export type AdminUpdate = z.output<typeof adminUpdate>

const administration = { service: 'moderation', access: 'admin' } as const satisfies Partial<Route>

/** Open updates, oldest first, or decided ones, latest first. */
export const listUpdates = route({
  ...administration,
  method: 'GET',
  path: '/api/admin/updates',
  query: z.strictObject({ ...pageQuery, state: z._default(z.enum(['open', 'decided']), 'open') }),
  response: z.array(adminUpdate),
})

const updateDecision = {
  ...administration,
  method: 'POST',
  params: updateParams,
  body: z._default(z.strictObject(decisionReason), {}),
  response: z.strictObject({ decisionId: z.uuid(), update: adminUpdate }),
  errors: ['update_not_found', 'decision_conflict', 'idempotency_mismatch', 'other_admin_needed'],
} as const satisfies Omit<Route, 'path'>

/** Adds the update to the timeline and sets the status that it reports. */
export const confirmUpdate = route({ ...updateDecision, path: '/api/admin/updates/:id/confirm' })

/** The note is the reason that the reporter sees. */
export const declineUpdate = route({
  ...updateDecision,
  path: '/api/admin/updates/:id/decline',
  body: z.strictObject({ ...decisionReason, note: lines({ ...noteLimits, min: 1 }) }),
})

/** Takes a confirmed update off the timeline, and its status back unless a later one has replaced it. */
export const withdrawUpdate = route({ ...updateDecision, path: '/api/admin/updates/:id/withdraw' })

export const pageUpdates = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/updates',
  query: listUpdates.query,
  response: z.strictObject({ updates: z.array(adminUpdate), total: z.int() }),
})

export const readUpdate = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/updates/:id',
  params: updateParams,
  response: adminUpdate,
  errors: ['update_not_found'],
})

/** Decides on an update in one transaction, under the decision's id: a repeated call returns the first result. */
export const applyUpdateDecision = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/update-decisions',
  body: z.strictObject({
    decisionId: z.uuid(),
    updateId: z.uuid(),
    action: z.enum(['confirm', 'decline', 'withdraw']),
    note: z.nullable(z.string()),
  }),
  response: z.strictObject({
    submissionId,
    category: z.nullable(category),
    before: submissionState,
    after: submissionState,
    update: adminUpdate,
  }),
  errors: ['update_not_found', 'submission_not_found', 'decision_conflict'],
})
