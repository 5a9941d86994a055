import type { SubmissionState } from '@answerable/contracts/decisions'
import type { Category } from '@answerable/contracts/submissions'
import { type Change, payloadOf } from '@answerable/moderation/log/payload'
import { appendToAuditLog } from '@answerable/moderation/log/store'
import type { Db } from '@answerable/service-kit/db'
import { seedSuggestions } from './businesses.ts'
import { shortId, uuidOf } from './content.ts'
import { insert } from './insert.ts'
import {
  appeals,
  flags,
  heldVoters,
  proposals,
  type Story,
  stories,
  withoutAuthor,
} from './moderation-stories.ts'

const hourMilliseconds = 3_600_000
/** Not an account: nobody can sign in as the demo's administrator. */
const moderator = { id: uuidOf('moderator'), username: 'demo-moderator' }

/**
 * Adds what members and administrators do after the content is there: flags, held votes, removals, appeals, a
 * boost, a suspension and an author who has left. The moderation log has the hashes that verify-log checks.
 */
export const seedModeration = async (db: Db, now: Date): Promise<void> => {
  const before = (hoursAgo: number): Date => new Date(now.getTime() - hoursAgo * hourMilliseconds)
  await addProposals(db, before)
  await addHeldVotes(db, before(3))
  await addFlags(db, before(30))
  for (const story of stories) await decide(db, story, before(story.hoursAgo))
  await addOpenAppeals(db, before)
  await seedSuggestions(db, moderator, before(1))
  await eraseAuthor(db)
}

type HoursAgo = (hoursAgo: number) => Date

const addProposals = async (db: Db, before: HoursAgo): Promise<void> => {
  await addAccounts(
    db,
    proposals.map(({ author }) => author),
    before(0),
  )
  await insert(
    db,
    'catalog.submissions',
    proposals.map(({ targetName, location, category, reasons, sources, author, hoursAgo }) => ({
      id: shortId(targetName),
      author_id: uuidOf(author),
      target_name: targetName,
      location,
      category,
      reasons,
      sources,
      score: 0,
      comment_count: 0,
      created_at: before(hoursAgo),
    })),
  )
}

/** Votes of new accounts that arrived together: stored, shown to their voters, not counted. */
const addHeldVotes = async (db: Db, at: Date): Promise<void> => {
  const submission = shortId(heldVoters.targetName)
  const ids = heldVoters.usernames.map(uuidOf)
  await addAccounts(db, heldVoters.usernames, at)
  await insert(
    db,
    'catalog.votes',
    ids.map((user_id) => ({ submission_id: submission, user_id, value: 1, created_at: at })),
  )
  await insert(
    db,
    'catalog.holds',
    ids.map((user_id) => ({ submission_id: submission, user_id, rule: 'newborn', held_at: at })),
  )
  await db.query(
    `INSERT INTO catalog.unusual_activity (submission_id, held, crowd, latest_at)
     VALUES ($1, $2, $2, $3)`,
    [submission, ids.length, at],
  )
}

const addAccounts = async (
  db: Db,
  usernames: readonly string[],
  createdAt: Date,
): Promise<void> => {
  const accounts = usernames.map((username) => ({ id: uuidOf(username), username }))
  await insert(
    db,
    'auth.users',
    accounts.map((account) => ({
      ...account,
      email: `${account.username}@demo.invalid`,
      created_at: createdAt,
    })),
  )
  await insert(db, 'catalog.authors', accounts)
}

const addFlags = async (db: Db, at: Date): Promise<void> => {
  for (const { targetName, reasons } of flags) {
    const id = shortId(targetName)
    const { rows } = await db.query<{ user_id: string }>(
      'SELECT user_id FROM catalog.votes WHERE submission_id = $1 ORDER BY user_id LIMIT $2',
      [id, reasons.length],
    )
    for (const [index, reason] of reasons.entries()) {
      await db.query(
        `INSERT INTO catalog.flags (submission_id, user_id, reason, flagged_text, created_at)
         SELECT id, $2, $3, jsonb_build_object('targetName', target_name, 'location', location,
           'reasons', submissions.reasons, 'sources', sources), $4
         FROM catalog.submissions WHERE id = $1`,
        [id, rows[index]?.user_id, reason, at],
      )
    }
    await db.query(
      'UPDATE catalog.submissions SET flag_count = $2::integer, version = version + $2::integer WHERE id = $1',
      [id, reasons.length],
    )
  }
}

const decide = async (db: Db, story: Story, at: Date): Promise<void> => {
  const id = decisionIdOf(story)
  const boostValue = story.kind === 'super-boost' ? story.boostValue : null
  const appealId = story.onAppealOf === undefined ? null : appealIdOf(story.onAppealOf)
  const note =
    story.note === undefined ? null : { note: story.note, salt: Buffer.from(uuidOf(story.note)) }
  const change =
    'targetName' in story
      ? await changeSubmission(db, story.targetName, story, id)
      : await suspend(db, story.username, at)
  await insert(db, 'moderation.decisions', [
    {
      id,
      kind: story.kind,
      submission_id: change.subject.kind === 'submission' ? change.subject.id : null,
      account_id: change.subject.kind === 'account' ? change.subject.id : null,
      appeal_id: appealId,
      boost_value: boostValue,
      reason_code: story.reason,
      note: note?.note ?? null,
      note_salt: note === null ? null : `\\x${note.salt.toString('hex')}`,
      admin_id: moderator.id,
      admin_username: moderator.username,
      request_id: id,
      state: 'applied',
      created_at: at,
    },
  ])
  await db.query('SET LOCAL search_path TO moderation')
  await appendToAuditLog(
    db,
    payloadOf(
      {
        ...{ id, kind: story.kind, boostValue, appealId, note, moderator, createdAt: at },
        reasonCode: story.reason,
      },
      change,
      null,
    ),
  )
  await db.query('UPDATE decision_log SET logged_at = $2 WHERE decision_id = $1', [id, at])
  if (story.onAppealOf !== undefined) await settleAppeal(db, story, { id, at })
}

const decisionIdOf = (story: Story): string =>
  uuidOf(`${story.kind} ${'targetName' in story ? story.targetName : story.username}`)

/** Of the appeal against the removal of this submission. */
const appealIdOf = (targetName: string): string => uuidOf(`appeal ${targetName}`)
const removalIdOf = (targetName: string): string => uuidOf(`remove ${targetName}`)

const changeSubmission = async (
  db: Db,
  targetName: string,
  story: Story,
  decisionId: string,
): Promise<Extract<Change, { before: SubmissionState }>> => {
  const id = shortId(targetName)
  const before = await stateOf(db, id)
  const approved = { approve: true, remove: false }[story.kind as string] ?? before.approved
  const boost = story.kind === 'super-boost' ? story.boostValue : before.superBoost
  await db.query(
    `UPDATE catalog.submissions SET approved = $2, super_boost = $3, version = version + 1,
       decided_version = version + 1, flag_count = CASE WHEN $4 THEN 0 ELSE flag_count END
     WHERE id = $1`,
    [id, approved, boost, story.kind === 'approve'],
  )
  if (story.kind === 'approve') {
    await db.query(
      `UPDATE catalog.flags SET closed_at = now(), closed_by = $2
       WHERE submission_id = $1 AND closed_at IS NULL`,
      [id, decisionId],
    )
  }
  const { rows } = await db.query<{ category: Category | null }>(
    'SELECT category FROM catalog.submissions WHERE id = $1',
    [id],
  )
  return {
    subject: { kind: 'submission', id, category: rows[0]?.category ?? null },
    before,
    after: await stateOf(db, id),
  }
}

const stateOf = async (db: Db, id: string): Promise<SubmissionState> => {
  const { rows } = await db.query<SubmissionState>(
    `SELECT approved, super_boost AS "superBoost", flag_count AS "flagCount", score,
       version::integer, coalesce(held, 0) AS "heldVotes"
     FROM catalog.submissions LEFT JOIN catalog.unusual_activity ON submission_id = id WHERE id = $1`,
    [id],
  )
  if (rows[0] === undefined) throw new Error(`the demo has no submission ${id}`)
  return rows[0]
}

const suspend = async (
  db: Db,
  username: string,
  at: Date,
): Promise<Extract<Change, { before: { suspended: boolean } }>> => {
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

const settleAppeal = async (
  db: Db,
  { kind, onAppealOf = '' }: Story,
  decision: { id: string; at: Date },
): Promise<void> => {
  const appeal = appeals.find(({ targetName }) => targetName === onAppealOf)
  const submission = shortId(onAppealOf)
  const { rows } = await db.query<{ author_id: string }>(
    'SELECT author_id FROM catalog.submissions WHERE id = $1',
    [submission],
  )
  await insert(db, 'moderation.appeals', [
    {
      id: appealIdOf(onAppealOf),
      decision_id: removalIdOf(onAppealOf),
      submission_id: submission,
      author_id: rows[0]?.author_id,
      text: appeal?.text,
      state: kind === 'uphold' ? 'upheld' : 'overturned',
      settled_by: decision.id,
      settled_at: decision.at,
      created_at: new Date(decision.at.getTime() - 5 * hourMilliseconds),
    },
  ])
}

const addOpenAppeals = async (db: Db, before: HoursAgo): Promise<void> => {
  const settled = new Set(stories.map(({ onAppealOf }) => onAppealOf))
  for (const { targetName, text } of appeals.filter((one) => !settled.has(one.targetName))) {
    await db.query(
      `INSERT INTO moderation.appeals (id, decision_id, submission_id, author_id, text, created_at)
       SELECT $1, $2, id, author_id, $4, $5 FROM catalog.submissions WHERE id = $3`,
      [appealIdOf(targetName), removalIdOf(targetName), shortId(targetName), text, before(2)],
    )
  }
}

/** The author of one submission has deleted the account. */
const eraseAuthor = async (db: Db): Promise<void> => {
  await db.query('UPDATE catalog.submissions SET author_id = NULL WHERE id = $1', [
    shortId(withoutAuthor),
  ])
}
