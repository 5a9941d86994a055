import * as z from 'zod/mini'
import { businessLink } from './business-link.ts'
import { versionsQuery } from './comment-versions.ts'
import { reasonCode } from './decisions.ts'
import { flagReason, flagReasonLimits } from './flags.ts'
import { route } from './route.ts'
import { submissionId, submissionParams } from './submissions.ts'
import { lines } from './text.ts'

export const responseLimits = {
  content: { min: 1, max: 5_000 },
  sources: { min: 0, max: 2_000 },
} as const

/** Without a response for this time, the page says 'No response so far'. */
export const responseDays = 14

/** 'removed' by an administrator: without its text. */
export const responseState = z.enum(['shown', 'removed'])
export type ResponseState = z.output<typeof responseState>

/** The statement of a business about a boycott. The person who wrote it is not public. */
export const response = z.strictObject({
  id: z.uuid(),
  business: businessLink,
  /** The domain that was proved when this text was written. */
  domain: z.string(),
  /** Markdown; empty if it was removed. */
  content: z.string(),
  sources: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
  state: responseState,
  /** The reason of a removal. */
  reasonCode: z.nullable(reasonCode),
  /** The number of texts, the current one included. */
  versionCount: z.int(),
  version: z.int(),
})
export type OfficialResponse = z.output<typeof response>

export const responseVersion = z.strictObject({
  /** Counted from 1, the oldest version. */
  number: z.int(),
  content: z.string(),
  sources: z.nullable(z.string()),
  domain: z.string(),
  /** When this text was published. */
  createdAt: z.iso.datetime(),
})
export type ResponseVersion = z.output<typeof responseVersion>

/**
 * The right of reply of the business of a boycott. A merged submission redirects with status 301. Responses to
 * submissions that were merged into this one are included.
 */
export const readResponses = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/response',
  access: 'public',
  params: submissionParams,
  response: z.strictObject({
    business: businessLink,
    /** When the boycott became active for the first time, and the business was asked to respond; null before. */
    requestedAt: z.nullable(z.iso.datetime()),
    /** The domain of the business, if somebody has proved to speak for it. */
    verifiedDomain: z.nullable(z.string()),
    /** Newest first, at most one for each business and submission. */
    responses: z.array(response),
    /** Whether the caller speaks for the business; null for visitors. */
    ownRepresentation: z.nullable(z.boolean()),
    /** Ids of the responses whose current text the caller wrote; null for visitors. */
    ownResponses: z.nullable(z.array(z.uuid())),
  }),
  redirects: true,
  errors: ['submission_not_found'],
})
export type Reply = z.output<typeof readResponses.response>

const text = {
  content: lines(responseLimits.content),
  sources: z.optional(z.nullable(lines(responseLimits.sources))),
}

/** A response with its newest texts; `listResponseVersions` has all of them. */
const written = z.extend(response, { versions: z.array(responseVersion) })

/** Publishes the response of a business to a boycott. */
export const postResponse = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/response',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject(text),
  response: written,
  status: 201,
  errors: [
    'account_suspended',
    'submission_not_found',
    'submission_merged',
    'not_representative',
    'already_responded',
  ],
  limit: 'edits',
})

/** Changes the response. The former text stays readable. */
export const editResponse = route({
  service: 'catalog',
  method: 'PATCH',
  path: '/api/boycotts/:id/response',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({
    ...text,
    /** The `version` of the response that was edited. A later change of the text is then not overwritten. */
    expectedVersion: z.optional(z.int().check(z.gte(1))),
  }),
  response: written,
  errors: [
    'account_suspended',
    'submission_not_found',
    'submission_merged',
    'not_representative',
    'response_not_found',
    'response_closed',
    'response_changed',
    'too_many_versions',
  ],
  limit: 'edits',
})

export const responseParams = z.strictObject({ id: z.uuid() })

/** A response has at most this many texts. */
export const maxResponseVersions = 200

/** The texts of a response that is shown, from the current one to the oldest. */
export const listResponseVersions = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/responses/:id/versions',
  access: 'public',
  params: responseParams,
  query: versionsQuery,
  response: z.array(responseVersion),
  errors: ['response_not_found'],
})

/** At most one per member and response, as for comments. */
export const flagResponse = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/responses/:id/flag',
  access: 'signed-in',
  params: responseParams,
  body: z.strictObject({ reasonCode: z.optional(flagReason), reason: lines(flagReasonLimits) }),
  response: z.strictObject({ flagged: z.literal(true) }),
  status: 201,
  errors: ['account_suspended', 'response_not_found', 'response_closed', 'already_flagged'],
  limit: 'flags',
})

/** A response in the list of its business. */
export const responseOfBusiness = z.strictObject({
  id: z.uuid(),
  submission: z.strictObject({ id: submissionId, targetName: z.string() }),
  domain: z.string(),
  /** The beginning of its text. */
  excerpt: z.string(),
  createdAt: z.iso.datetime(),
})
export type ResponseOfBusiness = z.output<typeof responseOfBusiness>
