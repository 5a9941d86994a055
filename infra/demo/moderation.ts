import { type Db, onlyRow } from '@answerable/service-kit/db'
import { seedAlternatives } from './alternatives.ts'
import { seedSuggestions } from './businesses.ts'
import { applyStory } from './changes.ts'
import { shortId, uuidOf } from './content.ts'
import { countComments } from './conversations.ts'
import { recordDecision } from './decisions.ts'
import { addCommentFlags, addFlags } from './flags.ts'
import { type HoursAgo, hoursBefore } from './hours-ago.ts'
import { insert } from './insert.ts'
import { seedMerges } from './merges.ts'
import {
  appeals,
  heldVoters,
  proposals,
  type Story,
  stories,
  withoutAuthor,
} from './moderation-stories.ts'
import { seedNotices } from './notices.ts'
import { seedPastFlags } from './past-flags.ts'
import { seedTalk } from './talk.ts'

/**
 * Adds what members and administrators do after the content is there: flags, held votes, removals, appeals, a boost,
 * a locked discussion, merges, a suspension and an author who has left.
 */
export const seedModeration = async (db: Db, now: Date): Promise<void> => {
  const before = hoursBefore(now)
  await seedPastFlags(db, now)
  await addProposals(db, before)
  await addHeldVotes(db, before(3))
  await seedTalk(db, before)
  await addFlags(db, before(30))
  await addCommentFlags(db, before)
  for (const story of stories) await decide(db, story, before(story.hoursAgo))
  await addOpenAppeals(db, before)
  await countComments(db)
  await seedMerges(db, before)
  await seedSuggestions(db, before(1))
  await seedNotices(db, before)
  await seedAlternatives(db, before)
  await eraseAuthor(db)
}

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

const decide = async (db: Db, story: Story, at: Date): Promise<void> => {
  const { kind, reason, note, onAppealOf } = story
  const id = uuidOf(`${kind} ${subjectOf(story)}`)
  const change = await applyStory(db, { story, decisionId: id, at })
  await recordDecision(db, {
    ...{ id, kind, at, change, reason, note },
    boostValue: kind === 'super-boost' ? story.boostValue : null,
    appealId: onAppealOf === undefined ? null : appealIdOf(onAppealOf),
  })
  if (onAppealOf === undefined) return
  const appeal = appeals.find((one) => subjectOf(one) === onAppealOf)
  if (appeal === undefined) throw new Error(`the demo has no appeal about ${onAppealOf}`)
  await addAppeal(db, appeal, {
    state: kind === 'uphold' ? 'upheld' : 'overturned',
    ...{ settled_by: id, settled_at: at },
    created_at: hoursBefore(at)(5),
  })
}

type Subject = { targetName: string } | { comment: string } | { username: string }

const subjectOf = (one: Subject): string => {
  if ('targetName' in one) return one.targetName
  return 'comment' in one ? one.comment : one.username
}

/** The id of the appeal against the removal of this submission or comment. */
const appealIdOf = (subject: string): string => uuidOf(`appeal ${subject}`)

const addOpenAppeals = async (db: Db, before: HoursAgo): Promise<void> => {
  const settled = new Set(stories.map(({ onAppealOf }) => onAppealOf))
  for (const appeal of appeals.filter((one) => !settled.has(subjectOf(one)))) {
    await addAppeal(db, appeal, { state: 'open', created_at: before(2) })
  }
}

const addAppeal = async (
  db: Db,
  appeal: (typeof appeals)[number],
  more: { state: string; created_at: Date; settled_by?: string; settled_at?: Date },
): Promise<void> => {
  const isComment = 'comment' in appeal
  const subject = subjectOf(appeal)
  const id = isComment ? uuidOf(subject) : shortId(subject)
  const { rows } = await db.query<{ author_id: string }>(
    `SELECT author_id FROM catalog.${isComment ? 'comments' : 'submissions'} WHERE id = $1`,
    [id],
  )
  await insert(db, 'moderation.appeals', [
    {
      id: appealIdOf(subject),
      decision_id: uuidOf(`${isComment ? 'remove-comment' : 'remove'} ${subject}`),
      [isComment ? 'comment_id' : 'submission_id']: id,
      author_id: onlyRow(rows).author_id,
      text: appeal.text,
      ...more,
    },
  ])
}

/** The author of one submission has deleted the account. */
const eraseAuthor = async (db: Db): Promise<void> => {
  await db.query('UPDATE catalog.submissions SET author_id = NULL WHERE id = $1', [
    shortId(withoutAuthor),
  ])
}
