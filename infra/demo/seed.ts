import pg from 'pg'
import { type DemoContent, demoContent } from './content.ts'

/** Fills an empty site with the demo content; a site that has submissions is left as it is. */
export const seedDemo = async (options: {
  ownerUrl: string
  onProgress: (step: string) => void
}): Promise<void> => {
  const db = new pg.Client({ connectionString: options.ownerUrl, application_name: 'demo' })
  await db.connect()
  try {
    const { rowCount } = await db.query('SELECT 1 FROM catalog.submissions LIMIT 1')
    if (rowCount !== 0) return
    options.onProgress('Adding the demo content')
    await db.query('BEGIN')
    await insertContent(db, demoContent(new Date()))
    await db.query('COMMIT')
  } finally {
    await db.end()
  }
}

const insertContent = async (db: pg.Client, content: DemoContent): Promise<void> => {
  await insert(
    db,
    'auth.users',
    content.members.map(({ id, username, email }) => ({ id, username, email })),
  )
  await insert(
    db,
    'catalog.authors',
    content.members.map(({ id, username }) => ({ id, username })),
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
      votes.map((vote) => ({ submission_id: id, user_id: vote.memberId, value: vote.value })),
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
  await db.query("UPDATE catalog.counters SET value = $1 WHERE name = 'public_submissions'", [
    content.submissions.length,
  ])
}

/** Inserts rows that all have the columns of the first; names come from this file alone. */
const insert = async (
  db: pg.Client,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await db.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}
