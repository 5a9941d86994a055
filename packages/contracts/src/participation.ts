import * as z from 'zod/mini'
import { businessLink } from './business-link.ts'
import { pageQuery } from './paging.ts'
import { route } from './route.ts'
import { submission, submissionId, submissionParams } from './submissions.ts'

/** The caller takes part in a boycott; idempotent. */
export const joinBoycott = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/participation',
  access: 'signed-in',
  params: submissionParams,
  response: submission,
  errors: ['account_suspended', 'submission_not_found', 'submission_merged'],
  limit: 'participation',
  maxBodyBytes: 1_024,
})

/** The caller no longer takes part in a boycott; idempotent. */
export const leaveBoycott = route({
  service: 'catalog',
  method: 'DELETE',
  path: '/api/boycotts/:id/participation',
  access: 'signed-in',
  params: submissionParams,
  response: submission,
  errors: ['account_suspended', 'submission_not_found', 'submission_merged'],
  limit: 'participation',
})

export const maxJoinsPerCall = 100

/**
 * Joins of several members with one call. Each has the service token of a `joinBoycott` call of its own, and gets the
 * response of that call.
 */
export const joinBoycotts = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/participations',
  access: 'internal',
  callers: ['gateway'],
  body: z.strictObject({
    joins: z
      .array(z.strictObject({ passport: z.string(), requestId: z.string(), submissionId }))
      .check(z.minLength(1), z.maxLength(maxJoinsPerCall)),
  }),
  /** In the order of the joins. */
  response: z.strictObject({
    responses: z.array(
      z.strictObject({
        status: z.int(),
        /** As JSON. */
        body: z.string(),
        retryAfterSeconds: z.optional(z.int()),
      }),
    ),
  }),
  maxBodyBytes: 262_144,
})

/** Maximum number of names of one business in a response, and of the businesses that it owns. */
export const ownNamesLimit = 50

/** A boycott in which the caller takes part, with all names to look for on a product. */
export const ownBoycott = z.strictObject({
  submission,
  joinedAt: z.iso.datetime(),
  /** Other names of the business. */
  aliases: z.array(z.string()),
  /** The businesses that the business owns, directly or not, by name. */
  owned: z.array(z.extend(businessLink, { aliases: z.array(z.string()) })),
})
export type OwnBoycott = z.output<typeof ownBoycott>

/** The public boycotts in which the caller takes part, latest first. */
export const listOwnBoycotts = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/account/boycotts',
  access: 'signed-in',
  query: z.strictObject(pageQuery),
  response: z.array(ownBoycott),
})
