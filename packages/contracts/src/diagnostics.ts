import * as z from 'zod/mini'
import { integerIn } from './paging.ts'
import { route } from './route.ts'
import { cutText } from './text.ts'

/**
 * Maximum length of each text of a report, in UTF-16 code units; longer texts are cut. A report with all
 * texts at their maximum, mostly ASCII, fits the body limit of 16 kB.
 */
export const errorReportLimits = {
  errorType: 100,
  errorMessage: 2_000,
  stackTrace: 6_000,
  userAction: 200,
} as const

const cut = (field: keyof typeof errorReportLimits) =>
  z.string().check(z.overwrite((text) => cutText(text, errorReportLimits[field])))

export const errorReport = z.strictObject({
  /** Name of the error, for example 'TypeError'. */
  errorType: cut('errorType'),
  errorMessage: cut('errorMessage'),
  stackTrace: z.optional(z.nullable(cut('stackTrace'))),
  /** The user's last action, for example 'vote'. */
  userAction: z.optional(z.nullable(cut('userAction'))),
  /** Time of the error by the browser's clock. */
  timestamp: z.iso.datetime({
    offset: true,
    error: 'The timestamp must be an ISO 8601 date and time.',
  }),
})
export type ErrorReport = z.output<typeof errorReport>

const maxReportBytes = 16_384

/** Cuts a report to the accepted lengths, in any alphabet. */
export const fitErrorReport = (report: ErrorReport): ErrorReport =>
  withinBytes(errorReport.parse(report))

const withinBytes = (report: ErrorReport): ErrorReport => {
  const size = new TextEncoder().encode(JSON.stringify(report)).byteLength
  if (size <= maxReportBytes) return report
  return withinBytes({
    ...report,
    errorMessage: threeQuarters(report.errorMessage),
    stackTrace: threeQuarters(report.stackTrace ?? ''),
  })
}

const threeQuarters = (text: string): string => cutText(text, Math.floor(text.length * 0.75))

export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

export const suggestion = z.strictObject({
  title: z.string(),
  severity: z.enum(severities),
  category: z.string(),
  /** Estimated time to follow the advice, in words. */
  estimatedTime: z.string(),
  description: z.string(),
  actionSteps: z.array(z.string()),
  preventionTips: z.array(z.string()),
  /** Probability of this cause, from 0 to 1. */
  confidence: z.number().check(z.gte(0), z.lte(1)),
})
export type Suggestion = z.output<typeof suggestion>

export const maxSuggestions = 5

export const advice = z.strictObject({
  suggestions: z.array(suggestion).check(z.maxLength(maxSuggestions)),
})

/** Advice for an error in a browser, most likely cause first; empty for an unknown error. */
export const analyzeError = route({
  service: 'diagnostics',
  method: 'POST',
  path: '/api/diagnostics/analyze',
  access: 'public',
  body: errorReport,
  response: advice,
  maxBodyBytes: maxReportBytes,
  limit: 'diagnostics',
})

export const errorGroupPageSize = 30
export const errorGroupSorts = ['recent', 'frequent'] as const
/** Length of the hourly and the daily trend. */
export const errorTrend = { hours: 24, days: 30 } as const

/** Reports grouped as one error, without personal data. */
export const errorGroup = z.strictObject({
  /** SHA-256 in hexadecimal of the reports' common fields. */
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Number of reports since the first, including those outside the trends. */
  reports: z.int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The web build of the last report, derived from its chunk names; null if unknown. */
  release: z.nullable(z.string()),
  /** The last report without identifying data. */
  example: z.strictObject({
    errorType: z.string(),
    errorMessage: z.string(),
    stackTrace: z.nullable(z.string()),
    userAction: z.nullable(z.string()),
  }),
  /** Title of the first suggestion that was shown; null if there was none. */
  suggestion: z.nullable(z.string()),
  /** Reports in each of the last hours and days (UTC), the current one last. */
  perHour: z.array(z.int()).check(z.length(errorTrend.hours)),
  perDay: z.array(z.int()).check(z.length(errorTrend.days)),
})
export type ErrorGroup = z.output<typeof errorGroup>

export const listErrorGroups = route({
  service: 'diagnostics',
  method: 'GET',
  path: '/api/admin/errors',
  access: 'admin',
  query: z.strictObject({
    page: z._default(integerIn(1, 1_000, 'The page must be a number from 1 to 1000.'), 1),
    limit: z._default(
      integerIn(1, 50, 'The limit must be a number from 1 to 50.'),
      errorGroupPageSize,
    ),
    sort: z._default(
      z.enum(errorGroupSorts, { error: 'The sort must be recent or frequent.' }),
      'recent',
    ),
  }),
  response: z.strictObject({ groups: z.array(errorGroup), total: z.int() }),
})
