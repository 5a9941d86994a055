import type { LoggedComment } from '@answerable/contracts/comment-decisions'
import type { SubmissionState } from '@answerable/contracts/decisions'
import type { Category } from '@answerable/contracts/submissions'
import type { Change } from '@answerable/moderation/log/payload'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import type { Story } from './moderation-stories.ts'

type Decided = { story: Story; decisionId: string; at: Date }

/** Applies a decision to its subject and returns the state before and after it. */
export const applyStory = (db: Db, decided: Decided): Promise<Change> => {
  const { story } = decided
  if ('targetName' in story) return changeSubmission(db, { ...decided, story })
  if ('comment' in story) return changeComment(db, { ...decided, story })
  if (story.kind === 'reset-passkeys') return Promise.resolve(resetPasskeys(story.username))
  return suspend(db, story.username, decided.at)
}

type About<Key extends string> = Decided & { story: Extract<Story, Record<Key, string>> }

const changeSubmission = async (
  db: Db,
  { story, decisionId, at }: About<'targetName'>,
): Promise<Change> => {
  const id = shortId(story.targetName)
  const before = await submissionState(db, id)
  const approved = { approve: true, remove: false }[story.kind as string] ?? before.approved
  const boost = story.kind === 'super-boost' ? story.boostValue : before.superBoost
  await db.query(
    `UPDATE catalog.submissions SET approved = $2, super_boost = $3, version = version + 1,
       decided_version = version + 1, flag_count = CASE WHEN $4 THEN 0 ELSE flag_count END,
       discussion_locked = discussion_locked OR $5
     WHERE id = $1`,
    [id, approved, boost, story.kind === 'approve', story.kind === 'lock-discussion'],
  )
  await db.query(
    `INSERT INTO catalog.occurrences (submission_id, kind, at, details, key)
     VALUES ($1, $2, $3, $4, $5)`,
    story.kind === 'super-boost'
      ? [id, 'boost', at, { value: boost }, decisionId]
      : [id, 'decision', at, { decision: story.kind }, decisionId],
  )
  if (story.kind === 'approve') await closeFlags(db, 'flags', { id, decisionId, at })
  const { rows } = await db.query<{ category: Category | null }>(
    'SELECT category FROM catalog.submissions WHERE id = $1',
    [id],
  )
  return {
    subject: { kind: 'submission', id, category: onlyRow(rows).category },
    before,
    after: await submissionState(db, id),
  }
}

/** The state of a submission in the log. */
export const submissionState = async (db: Db, id: string): Promise<SubmissionState> => {
  const { rows } = await db.query<SubmissionState>(
    `SELECT approved, super_boost AS "superBoost", flag_count AS "flagCount", score,
       version::integer, coalesce(held, 0) AS "heldVotes", discussion_locked AS "discussionLocked",
       status
     FROM catalog.submissions LEFT JOIN catalog.unusual_activity ON submission_id = id WHERE id = $1`,
    [id],
  )
  if (rows[0] === undefined) throw new Error(`the demo has no submission ${id}`)
  return rows[0]
}

const changeComment = async (
  db: Db,
  { story, decisionId, at }: About<'comment'>,
): Promise<Change> => {
  const id = uuidOf(story.comment)
  const before = await commentState(db, id)
  const isRemoved = story.kind === 'remove-comment'
  await db.query(
    `UPDATE catalog.comments SET state = $2, reason_code = $3, version = version + 2,
       decided_version = version + 1, text_version = version + 2,
       flag_count = CASE WHEN $2 = 'shown' THEN 0 ELSE flag_count END
     WHERE id = $1`,
    [id, isRemoved ? 'removed' : 'shown', isRemoved ? story.reason : null],
  )
  if (!isRemoved) await closeFlags(db, 'comment_flags', { id, decisionId, at })
  const { rows } = await db.query<{ submissionId: string; category: Category | null }>(
    `SELECT submission_id AS "submissionId", category FROM catalog.comments
     JOIN catalog.submissions ON submissions.id = submission_id WHERE comments.id = $1`,
    [id],
  )
  return {
    subject: { kind: 'comment', id, ...onlyRow(rows) },
    before,
    after: await commentState(db, id),
  }
}

const commentState = async (db: Db, id: string): Promise<LoggedComment> => {
  const { rows } = await db.query<LoggedComment>(
    `SELECT state, flag_count AS "flagCount", version::integer FROM catalog.comments WHERE id = $1`,
    [id],
  )
  if (rows[0] === undefined) throw new Error(`the demo has no comment ${id}`)
  return rows[0]
}

const closeFlags = async (
  db: Db,
  table: 'flags' | 'comment_flags',
  { id, decisionId, at }: { id: string; decisionId: string; at: Date },
): Promise<void> => {
  await db.query(
    `UPDATE catalog.${table} SET closed_at = $3, closed_by = $2
     WHERE ${table === 'flags' ? 'submission_id' : 'comment_id'} = $1 AND closed_at IS NULL`,
    [id, decisionId, at],
  )
}

/** Of the demo's second administrator, which has no account either. */
const resetPasskeys = (username: string): Change => ({
  subject: { kind: 'account', id: uuidOf(username) },
  before: { suspended: false },
  after: { suspended: false },
})

const suspend = async (db: Db, username: string, at: Date): Promise<Change> => {
  const id = uuidOf(username)
  await db.query('UPDATE auth.users SET suspended_at = $2, version = version + 1 WHERE id = $1', [
    id,
    at,
  ])
  await db.query('UPDATE catalog.authors SET suspended = true WHERE id = $1', [id])
  return {
    subject: { kind: 'account', id },
    before: { suspended: false },
    after: { suspended: true },
  }
}
