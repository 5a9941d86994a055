import { countUntil } from '@answerable/catalog/votes-by-day'
import { type Db, openCommandPool, transaction } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { seedBusinesses } from './businesses.ts'
import { type DemoContent, demoContent } from './content.ts'
import { seedConversations } from './conversations.ts'
import { useSchema } from './decisions.ts'
import { hoursBefore } from './hours-ago.ts'
import { insert } from './insert.ts'
import { seedModeration } from './moderation.ts'
import { seedNotifications } from './notifications.ts'
import { seedOpenData } from './open-data.ts'
import { activateSupported, addMilestones, seedOutcomes } from './outcomes.ts'
import { seedParticipation } from './participation.ts'
import { seedReplies } from './replies.ts'
import { seedSources } from './sources.ts'
import { seedWebhooks } from './webhooks.ts'

/**
 * Fills an empty site with the demo content, and unless `moderation` is false with flags, held votes, decisions
 * and appeals. Does nothing on a site that has submissions.
 */
export const seedDemo = async (options: {
  ownerUrl: string
  onProgress: (step: string) => void
  moderation?: boolean
  now?: Date
}): Promise<void> => {
  const log = createLog({ service: 'demo', level: 'warn' })
  const pool = openCommandPool({ url: options.ownerUrl, name: 'demo', log })
  try {
    const { rowCount } = await pool.query('SELECT 1 FROM catalog.submissions LIMIT 1')
    if (rowCount !== 0) return
    options.onProgress('Adding the demo content')
    await transaction(pool, async (db) => {
      const { now = new Date() } = options
      const content = demoContent(now)
      await insertContent(db, content)
      await seedSources(db, content.submissions)
      await seedConversations(db, now)
      await seedBusinesses(db)
      await seedOutcomes(db, now, { isRecorded: options.moderation !== false })
      if (options.moderation !== false) await seedModeration(db, now)
      await seedReplies(db, now)
      await seedParticipation(db)
      await activateSupported(db)
      await addMilestones(db)
      await useSchema(db, 'catalog')
      await countUntil(db, dayBefore(now))
      await seedNotifications(db)
      await seedOpenData(db)
      await seedWebhooks(db)
    })
  } finally {
    await pool.end()
  }
}

/** The last complete day in UTC. */
const dayBefore = (now: Date): string => hoursBefore(now)(24).toISOString().slice(0, 10)

const insertContent = async (db: Db, content: DemoContent): Promise<void> => {
  await insert(
    db,
    'auth.users',
    content.members.map(({ id, username, email, joinedAt }) => ({
      ...{ id, username, email },
      created_at: joinedAt,
    })),
  )
  await insert(
    db,
    'catalog.authors',
    content.members.map(({ id, username, joinedAt }) => ({ id, username, joined_at: joinedAt })),
  )
  await insert(
    db,
    'catalog.submissions',
    content.submissions.map((submission) => ({
      id: submission.id,
      author_id: submission.authorId,
      target_name: submission.targetName,
      location: submission.location,
      category: submission.category,
      reasons: submission.reasons,
      sources: submission.sources,
      embed_type: submission.embed?.embedType ?? null,
      embed_url: submission.embed?.embedUrl ?? null,
      score: submission.votes.reduce((sum, vote) => sum + vote.value, 0),
      comment_count: submission.comments.length,
      created_at: submission.createdAt,
    })),
  )
  await insert(
    db,
    'catalog.votes',
    content.submissions.flatMap(({ id, votes }) =>
      votes.map(({ memberId, value, createdAt }) => ({
        submission_id: id,
        user_id: memberId,
        value,
        created_at: createdAt,
      })),
    ),
  )
  await insert(
    db,
    'catalog.comments',
    content.submissions.flatMap(({ id, comments }) =>
      comments.map((comment) => ({
        id: comment.id,
        submission_id: id,
        author_id: comment.authorId,
        content: comment.content,
        created_at: comment.createdAt,
      })),
    ),
  )
}
