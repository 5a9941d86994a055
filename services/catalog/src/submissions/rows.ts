import type { Category, Status, Submission, VoteValue } from '@answerable/contracts/submissions'

/** A row of `submissions`, without its rank. */
export type SubmissionRow = {
  id: string
  business_id: string
  author_id: string | null
  target_name: string
  location: string
  country: string | null
  place_id: string | null
  category: Category | null
  reasons: string
  sources: string | null
  embed_type: Submission['embedType']
  embed_url: string | null
  score: number
  super_boost: number
  approved: boolean
  comment_count: number
  participant_count: number
  demand: string | null
  status: Status
  /** Null while it is proposed. */
  status_at: Date | null
  discussion_locked: boolean
  flag_count: number
  version: number
  decided_version: number
  created_at: Date
  /** The submission that it was merged into. */
  merged_into: string | null
  edited_at: Date | null
  /** The version after the last change of the text. */
  text_version: number
  /** The version up to which nobody has voted. */
  unvoted_version: number
}

/** The parts of a submission that are not in its row. */
type Context = {
  username: string | null
  business: { slug: string; name: string }
  userVote: VoteValue | null
  ownParticipation: boolean
  isUnusual: boolean
}

/** The columns of a submission's business, for a join of `businesses`. */
export type BusinessColumns = { business_slug: string; business_name: string }
export const businessColumns = 'businesses.slug AS business_slug, businesses.name AS business_name'

export const businessOf = (row: BusinessColumns): Context['business'] => ({
  slug: row.business_slug,
  name: row.business_name,
})

export const submissionOf = (
  row: SubmissionRow,
  { username, business, userVote, ownParticipation, isUnusual }: Context,
): Submission => ({
  id: row.id,
  targetName: row.target_name,
  business: { id: row.business_id, slug: business.slug, name: business.name },
  location: row.location,
  country: row.country,
  category: row.category,
  reasons: row.reasons,
  sources: row.sources,
  demand: row.demand,
  status: row.status,
  embedUrl: row.embed_url,
  embedType: row.embed_type,
  authorId: row.author_id,
  author: username === null ? null : { username },
  score: row.score,
  superBoost: row.super_boost,
  flagged: row.flag_count > 0,
  approved: row.approved,
  commentCount: row.comment_count,
  participantCount: row.participant_count,
  discussionLocked: row.discussion_locked,
  userVote,
  ownParticipation,
  version: row.version,
  unusualActivity: isUnusual,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
})
