import * as z from 'zod/mini'
import { businessId, businessLink } from './business-link.ts'
import { pageQuery } from './paging.ts'
import { countryCode } from './places.ts'
import { responseOfBusiness } from './responses.ts'
import { route } from './route.ts'
import { category, status } from './submissions.ts'
import { line, lines } from './text.ts'

/** Lower-case letters of any script, digits and single hyphens. */
export const businessSlug = z.string().check(
  z.maxLength(80),
  z.regex(/^[^\p{P}\p{S}\p{Z}\p{Cc}\p{Cs}]+(?:-[^\p{P}\p{S}\p{Z}\p{Cc}\p{Cs}]+)*$/u, {
    error: 'This is not a business address.',
  }),
)

export const business = z.extend(businessLink, {
  /** Null if no submission about it has a category. */
  kind: z.nullable(category),
  country: z.nullable(countryCode),
  /** The registrable domain, for example `example.org`. */
  website: z.nullable(z.string()),
  /** Submissions in public view. */
  boycottCount: z.int(),
  /** People who take part in them, each person once. */
  participantCount: z.int(),
  /** Increases with every change. */
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type Business = z.output<typeof business>

/** A parent or an owned business, with its number of submissions in public view. */
export const relatedBusiness = z.extend(businessLink, { boycottCount: z.int() })

/** Maximum number of owned businesses in a response; `ownedCount` counts all. */
export const ownedLimit = 100

export const businessResponsesLimit = 20

export const businessDetail = z.extend(business, {
  aliases: z.array(z.string()),
  parent: z.nullable(relatedBusiness),
  /** By name. */
  owned: z.array(relatedBusiness),
  ownedCount: z.int(),
  /** The website, if somebody has proved to speak for the business. */
  verifiedDomain: z.nullable(z.string()),
  /** Official responses in public view, newest first, at most `businessResponsesLimit`. */
  responses: z.array(responseOfBusiness),
  /** The number of its boycotts in public view with each status; statuses without any are missing. */
  statuses: z.partialRecord(status, z.int()),
})
export type BusinessDetail = z.output<typeof businessDetail>

export const businessSorts = ['name', 'newest', 'boycotts', 'participants'] as const
export type BusinessSort = (typeof businessSorts)[number]

export const listBusinesses = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/businesses',
  access: 'public',
  query: z.strictObject({
    ...pageQuery,
    /** Words or their beginnings, in a name or an alias. */
    query: z.optional(line({ min: 0, max: 120 })),
    kind: z.optional(category),
    country: z.optional(countryCode),
    sort: z._default(z.enum(businessSorts), 'name'),
  }),
  response: z.array(business),
})

/** A former slug, or that of a merged business, redirects with status 301. */
export const readBusiness = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/businesses/:slug',
  access: 'public',
  params: z.strictObject({ slug: businessSlug }),
  response: businessDetail,
  redirects: true,
  errors: ['business_not_found'],
})

/** Kinds of suggestions and the label of each, in the order of the select. */
export const suggestionKinds = {
  name: 'Spelling of the name',
  alias: 'Another name',
  website: 'Website',
  country: 'Country',
  parent: 'Owner',
  merge: 'The same as another business',
} as const
export type SuggestionKind = keyof typeof suggestionKinds
const suggestionKind = z.enum(Object.keys(suggestionKinds) as [SuggestionKind, ...SuggestionKind[]])

export const suggestionLimits = {
  value: { min: 1, max: 120 },
  reason: { min: 1, max: 500 },
  source: { min: 0, max: 500 },
} as const

export const suggestion = z.strictObject({
  id: z.uuid(),
  business: businessLink,
  kind: suggestionKind,
  /** A name, a domain, a country code, or the id of another business. */
  value: z.string(),
  /** The other business of a 'parent' or 'merge' suggestion. */
  other: z.nullable(businessLink),
  reason: z.string(),
  source: z.nullable(z.string()),
  state: z.enum(['open', 'accepted', 'declined']),
  createdAt: z.iso.datetime(),
  decidedAt: z.nullable(z.iso.datetime()),
  /** Of the administrator, for the member. */
  note: z.nullable(z.string()),
})
export type Suggestion = z.output<typeof suggestion>

export const suggestChange = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/businesses/:id/suggestions',
  access: 'signed-in',
  params: z.strictObject({ id: businessId }),
  body: z.strictObject({
    kind: suggestionKind,
    value: line(suggestionLimits.value),
    reason: lines(suggestionLimits.reason),
    source: z.optional(z.nullable(line(suggestionLimits.source))),
  }),
  response: suggestion,
  status: 201,
  errors: [
    'account_suspended',
    'business_not_found',
    'already_suggested',
    'already_so',
    'business_name_taken',
    'parent_circle',
  ],
  limit: 'suggestions',
})

/** The caller's own suggestions, newest first. */
export const listOwnSuggestions = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/account/suggestions',
  access: 'signed-in',
  query: z.strictObject(pageQuery),
  response: z.array(suggestion),
})
