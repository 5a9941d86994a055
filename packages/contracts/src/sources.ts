import * as z from 'zod/mini'
import { linkState } from './links.ts'
import { route } from './route.ts'
import { sourceDetails } from './source-details.ts'
import { submissionParams } from './submissions.ts'

/** The latest check of an address; null before the first. */
const checkedLink = z.nullable(
  z.strictObject({
    state: linkState,
    /** The title of the page. */
    title: z.nullable(z.string()),
    checkedAt: z.iso.datetime(),
  }),
)

/** A link of the sources of a submission. */
export const source = z.strictObject({
  /** SHA-256 of the address, in base64url. */
  id: z.string(),
  address: z.string(),
  ...sourceDetails.shape,
  check: checkedLink,
  archiveCheck: checkedLink,
  /** When the details were last changed; null if they never were. */
  editedAt: z.nullable(z.iso.datetime()),
})
export type Source = z.output<typeof source>

const sourceParams = z.extend(submissionParams, {
  sourceId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
})

/** The links of a submission, in the order of its text. A merged submission redirects with status 301. */
export const listSources = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/sources',
  access: 'public',
  params: submissionParams,
  response: z.array(source),
  redirects: true,
  errors: ['submission_not_found'],
})

/** For the author. Replaces all details; the former ones stay readable. */
export const describeSource = route({
  service: 'catalog',
  method: 'PUT',
  path: '/api/boycotts/:id/sources/:sourceId',
  access: 'signed-in',
  params: sourceParams,
  body: sourceDetails,
  response: source,
  errors: [
    'account_suspended',
    'forbidden',
    'submission_not_found',
    'submission_merged',
    'source_not_found',
  ],
  limit: 'edits',
})

export const sourceVersion = z.strictObject({
  ...sourceDetails.shape,
  /** When these details were written. */
  createdAt: z.nullable(z.iso.datetime()),
})
export type SourceVersion = z.output<typeof sourceVersion>

/** The details of a link, from the current ones to the oldest, at most 50. */
export const listSourceVersions = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/sources/:sourceId/versions',
  access: 'public',
  params: sourceParams,
  response: z.array(sourceVersion),
  errors: ['submission_not_found', 'source_not_found'],
})
