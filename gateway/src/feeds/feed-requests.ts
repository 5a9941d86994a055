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

/** Reads the JSON of an API address, and whether its list has another page. */
export type ReadJson = <Body>(address: string) => Promise<{ body: Body; hasNext: boolean }>

type FeedRequest = {
  /** The parameter of the path. */
  value: string
  /** From 1. */
  page: number
  read: ReadJson
  origin: string
}

/** Reads a page of a feed. Throws `not_found` if the value is not valid. */
export type FeedSource = (request: FeedRequest) => Promise<Feed>

const pageOf = ({ page }: FeedRequest) => ({ page, limit: 30 })
/** Nothing has changed in an empty feed. */
const never = '1970-01-01T00:00:00.000Z'

const submissions = async (
  query: { sort: Sort; category?: string; country?: string; business?: string },
  request: FeedRequest,
): Promise<Pick<Feed, 'entries' | 'pages'>> => {
  const { body, hasNext } = await request.read<Submission[]>(
    pathOf(listSubmissions, { query: { ...pageOf(request), ...query } }),
  )
  return {
    entries: body.map((row) => submissionEntry(row, request.origin)),
    pages: { current: request.page, hasNext },
  }
}

const orderTitles = { hot: 'Hot', new: 'Newest', top: 'Top' } as const satisfies Record<
  Sort,
  string
>

export const orderFeed =
  (sort: Sort): FeedSource =>
  async (request) => ({
    self: `${request.origin}${orderFeedPath(sort)}`,
    title: `Answerable: ${orderTitles[sort]} boycotts`,
    subtitle: 'Proposed boycotts',
    page: `${request.origin}${sort === 'hot' ? pages.home : `/?sort=${sort}`}`,
    changedAt: never,
    ...(await submissions({ sort }, request)),
  })

export const businessFeed: FeedSource = async (request) => {
  const { value, read, origin } = request
  const slug = slugOf(value)
  if (slug === null) throw new AppError('not_found')
  const { body: business } = await read<BusinessDetail>(pathOf(readBusiness, { params: { slug } }))
  return {
    self: `${origin}${businessFeedPath(encodeURIComponent(slug))}`,
    title: `Answerable: ${business.name}`,
    subtitle: `Boycotts of ${business.name}, newest first`,
    page: `${origin}${businessPath(slug)}`,
    changedAt: business.createdAt,
    ...(await submissions({ sort: 'new', business: business.id }, request)),
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

export const countryFeed: FeedSource = async (request) => {
  const { value: country, origin } = request
  if (!isCountry(country)) throw new AppError('not_found')
  return {
    self: `${origin}${countryFeedPath(country)}`,
    title: `Answerable: ${countryName(country)}`,
    subtitle: `Boycotts in ${countryName(country)}, newest first`,
    page: `${origin}${countryPath(country)}`,
    changedAt: never,
    ...(await submissions({ sort: 'new', country }, request)),
  }
}

export const categoryFeed: FeedSource = async (request) => {
  const { origin } = request
  const parsed = categoryValue.safeParse(request.value)
  if (!parsed.success) throw new AppError('not_found')
  const category = parsed.data
  return {
    self: `${origin}${categoryFeedPath(category)}`,
    title: `Answerable: ${categories[category]}`,
    subtitle: `Boycotts in the category ${categories[category]}, newest first`,
    page: `${origin}/?sort=new&category=${category}`,
    changedAt: never,
    ...(await submissions({ sort: 'new', category }, request)),
  }
}

/** The threads of a page of the discussion with their first replies. */
export const boycottFeed: FeedSource = async ({ value: id, page, read, origin }) => {
  if (!submissionId.safeParse(id).success) throw new AppError('not_found')
  // One after the other: a redirect of a merged boycott must come from its own address.
  const { body: submission } = await read<Submission>(pathOf(readSubmission, { params: { id } }))
  const newest = { page, sort: 'newest' } as const
  const comments = await read<Comment[]>(pathOf(listComments, { params: { id }, query: newest }))
  return {
    self: `${origin}${boycottFeedPath(id)}`,
    title: `Answerable: comments on ${submission.targetName}`,
    subtitle: `Comments on the boycott of ${submission.targetName}, newest first`,
    page: `${origin}${boycottPath(id)}`,
    changedAt: submission.editedAt ?? submission.createdAt,
    entries: commentEntries(comments.body, submission, origin),
    pages: { current: page, hasNext: comments.hasNext },
  }
}

export const moderationLogFeed: FeedSource = async (request) => {
  const { page, read, origin } = request
  const decisions = await read<PublicDecision[]>(
    pathOf(readModerationLog, { query: pageOf(request) }),
  )
  return {
    self: `${origin}${moderationLogFeedPath}`,
    title: 'Answerable: moderation log',
    subtitle: 'Decisions of administrators, newest first',
    page: `${origin}${pages.moderationLog}`,
    changedAt: never,
    entries: decisions.body.map((decision) => decisionEntry(decision, origin)),
    pages: { current: page, hasNext: decisions.hasNext },
  }
}

export const impactFeed: FeedSource = async (request) => {
  const { page, read, origin } = request
  const outcomes = await read<Outcome[]>(pathOf(listOutcomes, { query: pageOf(request) }))
  return {
    self: `${origin}${impactFeedPath}`,
    title: 'Answerable: impact',
    subtitle: 'Demands that were met or partly met, most recently confirmed first',
    page: `${origin}${pages.impact}`,
    changedAt: never,
    entries: outcomes.body.map((outcome) => outcomeEntry(outcome, origin)),
    pages: { current: page, hasNext: outcomes.hasNext },
  }
}
