import * as z from 'zod/mini'
import { route } from './route.ts'
import { submission, submissionId } from './submissions.ts'

export const boostLimits = { min: -1_000_000, max: 1_000_000 } as const

export const decisionAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approve') }),
  z.strictObject({ kind: z.literal('remove') }),
  z.strictObject({
    kind: z.literal('super-boost'),
    boostValue: z.int().check(z.gte(boostLimits.min), z.lte(boostLimits.max)),
  }),
])
export type DecisionAction = z.output<typeof decisionAction>

/**
 * Applies a moderator's decision in one transaction, keyed by the decision's id: a repeat answers what
 * the first call did. Answers the submission before and after.
 */
export const applyDecision = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/decisions',
  access: 'internal',
  callers: ['moderation'],
  body: z.strictObject({
    decisionId: z.uuid(),
    submissionId,
    action: decisionAction,
    /** Refuses with `decision_conflict` when another decision was applied after this version. */
    expectedVersion: z.optional(z.int()),
  }),
  response: z.strictObject({ before: submission, after: submission }),
  errors: ['submission_not_found', 'decision_conflict'],
})
