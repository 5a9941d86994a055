import * as z from 'zod/mini'
import { businessId, businessLink } from './business-link.ts'
import { business } from './businesses.ts'
import { pageQuery } from './paging.ts'
import { countryCode } from './places.ts'
import { route } from './route.ts'
import {
  category,
  periods,
  status,
  submission,
  submissionId,
  submissionLimits,
} from './submissions.ts'
import { line } from './text.ts'

export const searchTypes = ['boycotts', 'businesses'] as const
export type SearchType = (typeof searchTypes)[number]

export const searchSorts = ['relevance', 'new', 'top'] as const
export type SearchSort = (typeof searchSorts)[number]

export const searchTextLimits = { min: 0, max: 200 } as const

/** A part of the text around a match, and whether it is one of the words that matched. */
const matchedText = z.array(z.strictObject({ text: z.string(), marked: z.boolean() }))

/** Where the words were found. Absent parts did not match. */
export const matches = z.strictObject({
  name: z.optional(matchedText),
  location: z.optional(matchedText),
  /** An excerpt of the reasons. */
  reasons: z.optional(matchedText),
  /** The alias of a business. */
  alias: z.optional(matchedText),
})
export type Matches = z.output<typeof matches>

export const searchResult = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('boycott'), submission, matches }),
  z.strictObject({ type: z.literal('business'), business, matches }),
])
export type SearchResult = z.output<typeof searchResult>

/** Maximum number of results of a search, on all pages together. */
export const maxSearchResults = 300

/**
 * All words must match; `"a phrase"`, `-without`; the last word matches by its beginning. If few results match, those
 * of another spelling follow, and `Search-Corrected-To` has that spelling, percent-encoded.
 *
 * `X-Total-Count` is the number of results on all pages, including those of another spelling. `maxSearchResults` means
 * that there may be more, which have no page. A lower number is exact if filters are given and at most 8,000 entries
 * pass them, or if one of the words occurs in at most 2,000 entries (4,000 unless sorted by relevance). A last word
 * that may continue counts with all words that begin with it, and as too frequent if these are 500 or more. Otherwise
 * the number is a lower bound.
 */
export const search = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/search',
  access: 'public',
  query: z.strictObject({
    ...pageQuery,
    q: z._default(line(searchTextLimits), ''),
    type: z._default(z.enum(searchTypes), 'boycotts'),
    category: z.optional(category),
    country: z.optional(countryCode),
    /** Of boycotts only. */
    status: z.optional(status),
    /** Of boycotts only. */
    business: z.optional(businessId),
    period: z._default(z.enum(periods), 'all'),
    sort: z._default(z.enum(searchSorts), 'relevance'),
    /** Search for exactly these words, without corrections. */
    exact: z.optional(z.literal('true')),
  }),
  response: z.array(searchResult),
})

export const suggestionsLimit = 5

/** Businesses and submissions for a text that is being typed. */
export const suggest = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/suggestions',
  access: 'public',
  query: z.strictObject({ q: line(searchTextLimits) }),
  response: z.strictObject({
    businesses: z.array(z.extend(businessLink, { boycottCount: z.int() })),
    boycotts: z.array(
      z.strictObject({
        id: submissionId,
        targetName: z.string(),
        location: z.string(),
        score: z.int(),
      }),
    ),
  }),
})

/** Submissions about the same matter, the most similar first. */
export const findSimilar = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/similar',
  access: 'public',
  query: z.strictObject({
    targetName: line(submissionLimits.targetName),
    /** The first words are enough. */
    reasons: z._default(line({ min: 0, max: 300 }), ''),
  }),
  response: z.array(submission),
})
