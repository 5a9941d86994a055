import * as z from 'zod/mini'
import { decisionKinds, reasonCode } from './decisions.ts'
import { month } from './impact.ts'
import { noticeReason } from './notices.ts'
import { route } from './route.ts'

/**
 * A median needs as many decisions. The numbers of flags and held votes change only if as many members have added to
 * them.
 */
export const minShownCount = 10

/** The latest months in a response. */
export const maxTransparencyMonths = 120

export const noticeOutcomes = [
  'received',
  'upheld',
  'declined',
  /** The notifier objected to the decision. */
  'objected',
  'objection-upheld',
  'objection-declined',
] as const

export const appealOutcomes = ['received', 'upheld', 'overturned'] as const

/** The figures of a month in UTC. */
export const transparencyMonth = z.strictObject({
  month,
  /** Flags of submissions, comments, responses and alternatives. Null for those of fewer than ten members, also for none. */
  flags: z.nullable(z.int()),
  /** All decisions of the moderation log, by kind and reason. */
  decisions: z.array(
    z.strictObject({
      kind: z.enum(decisionKinds),
      reasonCode: z.nullable(reasonCode),
      count: z.int(),
    }),
  ),
  /**
   * From the first flag to the decision that closed it, in whole hours. Null for fewer than ten such decisions, also for
   * none.
   */
  medianHours: z.nullable(z.int()),
  /** The same for each kind with at least ten such decisions. */
  mediansByKind: z.array(z.strictObject({ kind: z.enum(decisionKinds), hours: z.int() })),
  /** `received` are those of this month; `upheld` and `overturned` are those decided in it. */
  appeals: z.strictObject({ received: z.int(), upheld: z.int(), overturned: z.int() }),
  votes: z.strictObject({
    /** Votes that were held. Null for those of fewer than ten members, also for none. */
    held: z.nullable(z.int()),
    /** By decisions of this month, as in the moderation log. */
    released: z.int(),
    voided: z.int(),
  }),
  /** Notices of unlawful content. */
  notices: z.array(
    z.strictObject({
      reasonCode: noticeReason,
      outcome: z.enum(noticeOutcomes),
      count: z.int(),
    }),
  ),
  /** Official responses of businesses, each once. */
  responses: z.int(),
})
export type TransparencyMonth = z.output<typeof transparencyMonth>

/** The figures of moderation by month, latest first. Months in which nothing happened are missing. */
export const readTransparency = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/transparency',
  access: 'public',
  /** Only this month. */
  query: z.strictObject({ month: z.optional(month) }),
  response: z.array(transparencyMonth),
})

/** Most rows that one call takes. */
export const maxSharedCounts = 500

/**
 * Gives catalog the numbers of appeals and notices by month, for the figures above. A number that is lower than the known
 * one is older and changes nothing.
 */
export const shareCounts = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/moderation-counts',
  access: 'internal',
  callers: ['moderation'],
  body: z.strictObject({
    counts: z
      .array(
        z.strictObject({
          month: z.iso.date(),
          figure: z.enum(['appeals', 'notices']),
          outcome: z.string(),
          /** Of notices; empty for appeals. */
          reasonCode: z.string(),
          count: z.int(),
        }),
      )
      .check(z.maxLength(maxSharedCounts)),
  }),
  response: z.strictObject({ stored: z.literal(true) }),
  maxBodyBytes: 1_048_576,
})
export type SharedCount = z.output<(typeof shareCounts)['body']>['counts'][number]
