import * as z from 'zod/mini'
import { flagReason, flagReasonLimits } from './flags.ts'
import { integerIn } from './paging.ts'
import { route } from './route.ts'
import { submissionParams } from './submissions.ts'
import { line, lines } from './text.ts'

export const alternativeLimits = {
  name: { min: 1, max: 120 },
  link: { min: 1, max: 500 },
  /** Alternatives of a submission, and of one member about it. */
  ofSubmission: 100,
  ofMember: 5,
} as const

export const alternativesPageSize = 50

export const alternativeState = z.enum(['shown', 'removed'])

/** What to use instead, proposed by a member. */
export const alternative = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  link: z.nullable(z.string()),
  author: z.nullable(z.strictObject({ username: z.string() })),
  createdAt: z.iso.datetime(),
  /** 'removed' by an administrator: only the author sees it. */
  state: alternativeState,
  /** The number of people who have marked it as helpful. */
  helpful: z.int(),
  /** Whether the caller has marked it; null for visitors. */
  ownHelpful: z.nullable(z.boolean()),
  /** Increases with every change. */
  version: z.int(),
})
export type Alternative = z.output<typeof alternative>

export const maxAlternativesPage = 100
const page = z._default(
  integerIn(1, maxAlternativesPage, `The page must be a number from 1 to ${maxAlternativesPage}.`),
  1,
)

/** Most helpful first, then oldest. With those of submissions that were merged into it, each name once, and the caller's own removed ones last. */
export const listAlternatives = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/alternatives',
  access: 'public',
  params: submissionParams,
  query: z.strictObject({ page }),
  redirects: true,
  response: z.array(alternative),
  errors: ['submission_not_found'],
})

const link = line(alternativeLimits.link).check(
  z.refine((text: string) => isWebAddress(text), {
    error: 'Enter an address that begins with https:// or http://.',
  }),
)

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname, username } = new URL(text)
  return hostname.includes('.') && username === ''
}

export const postAlternative = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/alternatives',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({
    name: line(alternativeLimits.name),
    link: z.optional(z.nullable(link)),
  }),
  response: alternative,
  status: 201,
  errors: [
    'account_suspended',
    'submission_not_found',
    'submission_merged',
    'discussion_locked',
    'already_proposed',
    'too_many_alternatives',
  ],
  limit: 'comments',
})

export const alternativeParams = z.strictObject({ id: z.uuid() })

/** For the member who proposed it. */
export const deleteAlternative = route({
  service: 'catalog',
  method: 'DELETE',
  path: '/api/alternatives/:id',
  access: 'signed-in',
  params: alternativeParams,
  status: 204,
  errors: ['account_suspended', 'forbidden', 'alternative_not_found'],
  limit: 'edits',
})

const mark = {
  service: 'catalog',
  path: '/api/alternatives/:id/helpful',
  access: 'signed-in',
  params: alternativeParams,
  response: alternative,
  limit: 'marks',
} as const

/** Repeating it changes nothing. */
export const markAlternative = route({
  ...mark,
  method: 'POST',
  errors: ['account_suspended', 'alternative_not_found', 'own_alternative', 'already_helpful'],
})

/** Also succeeds without a mark. */
export const unmarkAlternative = route({
  ...mark,
  method: 'DELETE',
  errors: ['account_suspended', 'alternative_not_found'],
})

/** At most one per member and alternative. */
export const flagAlternative = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/alternatives/:id/flag',
  access: 'signed-in',
  params: alternativeParams,
  body: z.strictObject({
    reasonCode: z.optional(flagReason),
    reason: lines(flagReasonLimits),
  }),
  response: z.strictObject({ flagged: z.literal(true) }),
  status: 201,
  errors: ['account_suspended', 'alternative_not_found', 'already_flagged'],
  limit: 'flags',
})
