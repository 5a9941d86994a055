import * as z from 'zod/mini'
import { businessLink } from './business-link.ts'
import { pageQuery } from './paging.ts'
import { route } from './route.ts'
import { submission, submissionParams } from './submissions.ts'

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
