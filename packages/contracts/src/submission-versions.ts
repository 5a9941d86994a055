import * as z from 'zod/mini'
import { versionsQuery } from './comment-versions.ts'
import { placeId } from './places.ts'
import { route } from './route.ts'
import { category, submission, submissionLimits, submissionParams } from './submissions.ts'
import { line, lines } from './text.ts'

/**
 * Within this time after submitting, and while nobody has voted, an edit replaces the text. Other edits keep the former
 * text as a version.
 */
export const submissionGraceMinutes = 60

/** For the author. Fields that are missing stay as they are. */
export const editSubmission = route({
  service: 'catalog',
  method: 'PATCH',
  path: '/api/boycotts/:id',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({
    location: z.optional(line(submissionLimits.location)),
    /** The chosen place of the location; without it, a new location is recognised where possible. */
    placeId: z.optional(z.nullable(placeId)),
    category: z.optional(z.nullable(category)),
    reasons: z.optional(lines(submissionLimits.reasons)),
    sources: z.optional(z.nullable(lines(submissionLimits.sources))),
    demand: z.optional(z.nullable(lines(submissionLimits.demand))),
    /** The `version` of the submission that was edited. A later change of the text is then not overwritten. */
    expectedVersion: z.optional(z.int().check(z.gte(0))),
  }),
  response: submission,
  errors: [
    'account_suspended',
    'forbidden',
    'submission_not_found',
    'submission_merged',
    'submission_changed',
  ],
  maxBodyBytes: 32_768,
  limit: 'edits',
})

export const submissionVersion = z.strictObject({
  /** Counted from 1, the oldest version. */
  number: z.int(),
  ...z.pick(submission, {
    targetName: true,
    location: true,
    category: true,
    reasons: true,
    sources: true,
    demand: true,
  }).shape,
  /** When this text was written. */
  createdAt: z.iso.datetime(),
})
export type SubmissionVersion = z.output<typeof submissionVersion>

/** The texts of a submission, from the current one to the oldest. A merged submission redirects with status 301. */
export const listSubmissionVersions = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/versions',
  access: 'public',
  params: submissionParams,
  query: versionsQuery,
  redirects: true,
  response: z.array(submissionVersion),
  errors: ['submission_not_found'],
})
