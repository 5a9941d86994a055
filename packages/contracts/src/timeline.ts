import * as z from 'zod/mini'
import { businessId } from './business-link.ts'
import { decisionKinds } from './decisions.ts'
import { integerIn } from './paging.ts'
import { route } from './route.ts'
import { status, submissionId, submissionParams } from './submissions.ts'

/** The numbers of votes and participants that the timeline mentions once reached. */
export const milestones = [10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000] as const

const measure = z.enum(['score', 'participants'])
export type Measure = z.output<typeof measure>

const common = {
  at: z.iso.datetime(),
  /** The name of the boycott to which it happened, if that was merged into this one. */
  mergedFrom: z.optional(z.string()),
}

/** What happened to a boycott, for everyone to see. Who took part is not part of it. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('proposed'), at: common.at }),
  z.strictObject({
    kind: z.literal('milestone'),
    ...common,
    measure,
    value: z.int(),
  }),
  z.strictObject({ kind: z.literal('response-requested'), ...common }),
  z.strictObject({
    kind: z.literal('response'),
    ...common,
    responseId: z.uuid(),
    businessName: z.string(),
  }),
  /** An update that an administrator has confirmed. */
  z.strictObject({
    kind: z.literal('update'),
    ...common,
    updateId: z.uuid(),
    /** When it happened. */
    date: z.iso.date(),
    text: z.string(),
    source: z.string(),
    /** Null if the update changed no status. */
    status: z.nullable(status),
  }),
  z.strictObject({ kind: z.literal('status'), ...common, status, previous: status }),
  z.strictObject({
    kind: z.literal('merge'),
    ...common,
    /** The submission that was merged into this one. */
    mergedId: submissionId,
    targetName: z.string(),
  }),
  /** 0: the boost was removed. */
  z.strictObject({ kind: z.literal('boost'), ...common, value: z.int() }),
  /** Its reason is in the moderation log. */
  z.strictObject({ kind: z.literal('decision'), ...common, decision: z.enum(decisionKinds) }),
])
export type TimelineEntry = z.output<typeof timelineEntry>
export type TimelineKind = TimelineEntry['kind']

export const maxTimelinePage = 50
export const timelinePageSize = 20

/**
 * What happened to a boycott and to those that were merged into it, newest first. A merged submission redirects with
 * status 301.
 */
export const readTimeline = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/timeline',
  access: 'public',
  params: submissionParams,
  query: z.strictObject({
    page: z._default(
      integerIn(1, maxTimelinePage, `The page must be a number from 1 to ${maxTimelinePage}.`),
      1,
    ),
  }),
  redirects: true,
  response: z.array(timelineEntry),
  errors: ['submission_not_found'],
})

/** An entry with its boycott, in the timeline of a business. */
export const businessTimelineEntry = z.strictObject({
  submission: z.strictObject({ id: submissionId, targetName: z.string() }),
  entry: timelineEntry,
})
export type BusinessTimelineEntry = z.output<typeof businessTimelineEntry>

/** What happened to the boycotts of a business, newest first, without their proposals. */
export const readBusinessTimeline = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/businesses/:id/timeline',
  access: 'public',
  params: z.strictObject({ id: businessId }),
  query: readTimeline.query,
  response: z.array(businessTimelineEntry),
  errors: ['business_not_found'],
})
