import * as z from 'zod/mini'
import { businessId, businessLink } from './business-link.ts'
import { isCountry } from './countries.ts'
import { followedSearch, searchOfKey } from './followed-search.ts'
import { pageQuery } from './paging.ts'
import { countryCode } from './places.ts'
import { type Route, route } from './route.ts'
import { category, submissionId } from './submissions.ts'

/** The kinds of things that members follow, in the order of the settings page. */
export const followKinds = ['submission', 'business', 'country', 'category', 'search'] as const
export type FollowKind = (typeof followKinds)[number]
const followKind = z.enum(followKinds)

/** Whether a key belongs to this kind: the ID of a submission or business, a country, a category, or `searchKeyOf`. */
export const isFollowKey = (kind: FollowKind, key: string): boolean => {
  switch (kind) {
    case 'submission':
      return submissionId.safeParse(key).success
    case 'business':
      return businessId.safeParse(key).success
    case 'country':
      return isCountry(key)
    case 'category':
      return category.safeParse(key).success
    case 'search':
      return searchOfKey(key) !== null
    default:
      return kind satisfies never
  }
}

const followKey = z.string().check(z.minLength(1), z.maxLength(1_100))

const followParams = z.strictObject({ kind: followKind, key: followKey }).check(
  z.refine(({ kind, key }) => isFollowKey(kind, key), {
    error: 'This cannot be followed.',
    path: ['key'],
  }),
)

/** Maximum number of things that a member follows, and how many of them are searches. */
export const followLimits = { all: 1_000, searches: 20 } as const

export const follow = z.strictObject({
  kind: followKind,
  key: followKey,
  /** Whether it was followed because the member wrote about it. */
  automatic: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The submission of this kind; null if it is no longer in public view. */
  submission: z.nullable(z.strictObject({ id: submissionId, targetName: z.string() })),
  business: z.nullable(businessLink),
  country: z.nullable(countryCode),
  category: z.nullable(category),
  search: z.nullable(followedSearch),
})
export type Follow = z.output<typeof follow>

const own = { service: 'notifications', access: 'signed-in' } as const satisfies Partial<Route>

/**
 * What the caller follows, newest first. With `kind` and `key`, the list has one entry if the caller follows that thing
 * and is empty otherwise.
 */
export const listFollows = route({
  ...own,
  method: 'GET',
  path: '/api/follows',
  query: z.strictObject({
    ...pageQuery,
    kind: z.optional(followKind),
    key: z.optional(followKey),
  }),
  response: z.array(follow),
})

/** Repeating it has no effect. */
export const followThing = route({
  ...own,
  method: 'PUT',
  path: '/api/follows/:kind/:key',
  params: followParams,
  status: 204,
  errors: ['submission_not_found', 'business_not_found', 'too_many_follows'],
  limit: 'follows',
})

/** Repeating it has no effect. Writing about the same thing again does not follow it again. */
export const unfollowThing = route({
  ...own,
  method: 'DELETE',
  path: '/api/follows/:kind/:key',
  params: followParams,
  status: 204,
  limit: 'follows',
})

/** What follows a submission automatically. */
export const followSettings = z.strictObject({
  /** Writing it or about it. */
  automatic: z.boolean(),
  /** Joining it. Without it, a change leaves this setting as it is. */
  joining: z.optional(z.boolean()),
})
export type FollowSettings = z.output<typeof followSettings>

export const readFollowSettings = route({
  ...own,
  method: 'GET',
  path: '/api/follows/settings',
  response: followSettings,
})

export const changeFollowSettings = route({
  ...own,
  method: 'PUT',
  path: '/api/follows/settings',
  body: followSettings,
  response: followSettings,
  limit: 'settings',
})
