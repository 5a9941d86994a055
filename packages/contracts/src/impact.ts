import * as z from 'zod/mini'
import { businessLink } from './business-link.ts'
import { pageQuery } from './paging.ts'
import { route } from './route.ts'
import { status, submissionId } from './submissions.ts'

/** A month in UTC, for example 2026-11. */
export const month = z
  .string()
  .check(
    z.regex(/^[12]\d{3}-(?:0[1-9]|1[0-2])$/, { error: 'This must be a month such as 2026-11.' }),
  )

/** What happened in a month to boycotts in public view. */
export const impactMonth = z.strictObject({
  month,
  /** Boycotts that became active, or got a response before. */
  active: z.int(),
  /** First official responses. */
  responded: z.int(),
  met: z.int(),
  partlyMet: z.int(),
  ended: z.int(),
})
export type ImpactMonth = z.output<typeof impactMonth>

/** The latest months that the figures have. */
export const maxImpactMonths = 120

export const impact = z.strictObject({
  /** Boycotts with this status now. */
  active: z.int(),
  met: z.int(),
  partlyMet: z.int(),
  /** Boycotts that have become active or got a response, and those of them with a response. */
  asked: z.int(),
  responded: z.int(),
  /** From the day on which a boycott became active to the first response; null without responses. */
  medianDays: z.nullable(z.int()),
  /** Oldest first. Months in which nothing happened are missing. */
  months: z.array(impactMonth),
})
export type Impact = z.output<typeof impact>

/** Figures of all boycotts in public view. */
export const readImpact = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/impact',
  access: 'public',
  /** Only this month in `months`. */
  query: z.strictObject({ month: z.optional(month) }),
  response: impact,
})

/** A demand that was met, and how that is known. */
export const outcome = z.strictObject({
  submission: z.strictObject({
    id: submissionId,
    targetName: z.string(),
    business: businessLink,
    demand: z.nullable(z.string()),
    status,
  }),
  /** The day on which it happened. */
  date: z.iso.date(),
  text: z.string(),
  source: z.string(),
  /** When an administrator confirmed it. */
  confirmedAt: z.iso.datetime(),
})
export type Outcome = z.output<typeof outcome>

/** The demands that were met or partly met, those confirmed last first. */
export const listOutcomes = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/impact/outcomes',
  access: 'public',
  query: z.strictObject(pageQuery),
  response: z.array(outcome),
})
