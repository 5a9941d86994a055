import { type BusinessDetail, businessSlug, readBusiness } from '@answerable/contracts/businesses'
import { type Comment, listComments } from '@answerable/contracts/comments'
import { countryName, isCountry } from '@answerable/contracts/countries'
import {
  boycottFeedPath,
  businessFeedPath,
  categoryFeedPath,
  countryFeedPath,
  impactFeedPath,
  moderationLogFeedPath,
  orderFeedPath,
} from '@answerable/contracts/feeds'
import { listOutcomes, type Outcome } from '@answerable/contracts/impact'
import { type PublicDecision, readModerationLog } from '@answerable/contracts/moderation-log'
import { boycottPath, businessPath, countryPath, pages } from '@answerable/contracts/pages'
import { pathOf } from '@answerable/contracts/route'
import {
  categories,
  category as categoryValue,
  listSubmissions,
  readSubmission,
  type Sort,
  type Submission,
  submissionId,
} from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import type { Feed } from './atom.ts'
import { commentEntries, decisionEntry, outcomeEntry, submissionEntry } from './entries.ts'

/** Reads the JSON of an API address. */
export type ReadJson = <Body>(address: string) => Promise<Body>

/** Reads the feed of a path parameter. Throws `not_found` if the value is not valid. */
export type FeedSource = (value: string, read: ReadJson, origin: string) => Promise<Feed>

const firstPage = { page: 1, limit: 30 }
/** Nothing has changed in an empty feed. */
const never = '1970-01-01T00:00:00.000Z'

const submissions = async (
  query: { sort: Sort; category?: string; country?: string; business?: string },
  read: ReadJson,
  origin: string,
): Promise<Feed['entries']> => {
  const rows = await read<Submission[]>(
    pathOf(listSubmissions, { query: { ...firstPage, ...query } }),
  )
  return rows.map((row) => submissionEntry(row, origin))
}

const orderTitles = { hot: 'Hot', new: 'Newest', top: 'Top' } as const satisfies Record<
  Sort,
  string
>

export const orderFeed =
  (sort: Sort): FeedSource =>
  async (_value, read, origin) => ({
    self: `${origin}${orderFeedPath(sort)}`,
    title: `Answerable: ${orderTitles[sort]} boycotts`,
    subtitle: 'Proposed boycotts',
    page: `${origin}${sort === 'hot' ? pages.home : `/?sort=${sort}`}`,
    changedAt: never,
    entries: await submissions({ sort }, read, origin),
  })

export const businessFeed: FeedSource = async (value, read, origin) => {
  const slug = slugOf(value)
  if (slug === null) throw new AppError('not_found')
  const business = await read<BusinessDetail>(pathOf(readBusiness, { params: { slug } }))
  return {
    self: `${origin}${businessFeedPath(encodeURIComponent(slug))}`,
    title: `Answerable: ${business.name}`,
    subtitle: `Boycotts of ${business.name}, newest first`,
    page: `${origin}${businessPath(slug)}`,
    changedAt: business.createdAt,
    entries: await submissions({ sort: 'new', business: business.id }, read, origin),
  }
}

const slugOf = (value: string): string | null => {
  try {
    const slug = businessSlug.safeParse(decodeURIComponent(value))
    return slug.success ? slug.data : null
  } catch {
    return null
  }
}

export const countryFeed: FeedSource = async (country, read, origin) => {
  if (!isCountry(country)) throw new AppError('not_found')
  return {
    self: `${origin}${countryFeedPath(country)}`,
    title: `Answerable: ${countryName(country)}`,
    subtitle: `Boycotts in ${countryName(country)}, newest first`,
    page: `${origin}${countryPath(country)}`,
    changedAt: never,
    entries: await submissions({ sort: 'new', country }, read, origin),
  }
}

export const categoryFeed: FeedSource = async (value, read, origin) => {
  const parsed = categoryValue.safeParse(value)
  if (!parsed.success) throw new AppError('not_found')
  const category = parsed.data
  return {
    self: `${origin}${categoryFeedPath(category)}`,
    title: `Answerable: ${categories[category]}`,
    subtitle: `Boycotts in the category ${categories[category]}, newest first`,
    page: `${origin}/?sort=new&category=${category}`,
    changedAt: never,
    entries: await submissions({ sort: 'new', category }, read, origin),
  }
}

/** The threads of the first page with their first replies. */
export const boycottFeed: FeedSource = async (id, read, origin) => {
  if (!submissionId.safeParse(id).success) throw new AppError('not_found')
  // One after the other: a redirect of a merged boycott must come from its own address.
  const submission = await read<Submission>(pathOf(readSubmission, { params: { id } }))
  const newest = { page: 1, sort: 'newest' } as const
  const comments = await read<Comment[]>(pathOf(listComments, { params: { id }, query: newest }))
  return {
    self: `${origin}${boycottFeedPath(id)}`,
    title: `Answerable: comments on ${submission.targetName}`,
    subtitle: `Comments on the boycott of ${submission.targetName}, newest first`,
    page: `${origin}${boycottPath(id)}`,
    changedAt: submission.editedAt ?? submission.createdAt,
    entries: commentEntries(comments, submission, origin),
  }
}

export const moderationLogFeed: FeedSource = async (_value, read, origin) => {
  const decisions = await read<PublicDecision[]>(pathOf(readModerationLog, { query: firstPage }))
  return {
    self: `${origin}${moderationLogFeedPath}`,
    title: 'Answerable: moderation log',
    subtitle: 'Decisions of administrators, newest first',
    page: `${origin}${pages.moderationLog}`,
    changedAt: never,
    entries: decisions.map((decision) => decisionEntry(decision, origin)),
  }
}

export const impactFeed: FeedSource = async (_value, read, origin) => {
  const outcomes = await read<Outcome[]>(pathOf(listOutcomes, { query: firstPage }))
  return {
    self: `${origin}${impactFeedPath}`,
    title: 'Answerable: impact',
    subtitle: 'Demands that were met or partly met, most recently confirmed first',
    page: `${origin}${pages.impact}`,
    changedAt: never,
    entries: outcomes.map((outcome) => outcomeEntry(outcome, origin)),
  }
}
