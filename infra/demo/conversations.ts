import type { Db } from '@answerable/service-kit/db'
import { uuidOf } from './content.ts'
import { insert } from './insert.ts'

type Reply = {
  author: string
  content: string
  /** An earlier text, which the history shows. */
  before?: string
  helpful?: number
  /** Its author has deleted it, but others have replied. */
  isDeleted?: boolean
  replies?: readonly Reply[]
}

/** Replies to a comment of the demo, by its text. */
const conversations: Readonly<Record<string, readonly Reply[]>> = {
  '381 days. The car pools were run like a second bus company, with dispatchers and timetables.': [
    {
      author: 'hazel-grove',
      content: 'Where can one read about the dispatchers? The books that I know only mention them.',
      helpful: 3,
      replies: [
        {
          author: 'calm-heron',
          before:
            '[The overview](https://en.wikipedia.org/wiki/Montgomery_bus_boycott) is a start.',
          content:
            'Three places to begin:\n\n- [Montgomery bus boycott](https://en.wikipedia.org/wiki/Montgomery_bus_boycott), the overview\n- *The Montgomery Bus Boycott and the Women Who Started It* by Jo Ann Robinson, **one of the organizers**\n- *Stride Toward Freedom* by Martin Luther King Jr.',
          helpful: 11,
          replies: [
            {
              author: 'hazel-grove',
              content: 'Thank you, @calm-heron. Robinson’s book is the one I was looking for.',
              replies: [
                {
                  author: 'keen-otter',
                  content:
                    '> the one I was looking for\n\nRead it for the leaflets alone: she had them printed in one night, at the college where she taught.',
                  helpful: 2,
                  replies: [
                    {
                      author: 'hazel-grove',
                      content: 'I had not known that. So the first day was announced on paper?',
                      replies: [
                        {
                          author: 'calm-heron',
                          content: 'On paper, and from the pulpits on Sunday.',
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          author: 'idle-cedar',
          content: '',
          isDeleted: true,
          replies: [
            {
              author: 'lucid-fern',
              content: 'That was the company in Baton Rouge. Here the drivers never refused.',
            },
          ],
        },
      ],
    },
  ],
}

/** The boycott whose author has added a sentence to the reasons. */
const editedTarget = 'Montgomery City Lines'

/** Adds replies, edits, deletions and helpful marks to the comments of the demo. */
export const seedConversations = async (db: Db, now: Date): Promise<void> => {
  for (const [content, replies] of Object.entries(conversations)) {
    const { rows } = await db.query<{ id: string; submission_id: string; created_at: Date }>(
      'SELECT id, submission_id, created_at FROM catalog.comments WHERE id = $1',
      [uuidOf(content)],
    )
    const [root] = rows
    if (root === undefined) throw new Error(`The demo has no comment "${content}".`)
    await addReplies(db, replies, { now, root, parent: { id: root.id, at: root.created_at } })
  }
  await countComments(db)
  await addSubmissionVersion(db, now)
}

/** Counts the shown comments of each submission again. */
export const countComments = async (db: Db): Promise<void> => {
  await db.query(
    `UPDATE catalog.submissions SET comment_count = (
       SELECT count(*) FROM catalog.comments
       WHERE submission_id = submissions.id AND state = 'shown'
     )`,
  )
}

type Place = {
  now: Date
  root: { id: string; submission_id: string }
  parent: { id: string; at: Date }
}

const addReplies = async (
  db: Db,
  replies: readonly Reply[],
  { now, root, parent }: Place,
): Promise<void> => {
  for (const [at, reply] of replies.entries()) {
    const id = uuidOf(`${parent.id} ${at}`)
    // Each a while after the one before.
    const time = (share: number) =>
      new Date(parent.at.getTime() + (now.getTime() - parent.at.getTime()) * share)
    const createdAt = time(0.2 + at * 0.1)
    await insert(db, 'catalog.comments', [
      {
        id,
        submission_id: root.submission_id,
        author_id: reply.isDeleted ? null : uuidOf(reply.author),
        content: reply.content,
        created_at: createdAt,
        parent_id: parent.id,
        root_id: root.id,
        state: reply.isDeleted ? 'deleted' : 'shown',
        edited_at: reply.before === undefined ? null : time(0.3 + at * 0.1),
        version: 1,
        text_version: 1,
        helpful_count: 0,
        reply_count: 0,
      },
    ])
    if (reply.before !== undefined) {
      await insert(db, 'catalog.comment_versions', [
        { comment_id: id, number: 1, content: reply.before, written_at: createdAt },
      ])
    }
    await addMarks(db, id, { author: reply.author, count: reply.helpful ?? 0 })
    await addReplies(db, reply.replies ?? [], { now, root, parent: { id, at: createdAt } })
  }
}

const addMarks = async (
  db: Db,
  commentId: string,
  { author, count }: { author: string; count: number },
): Promise<void> => {
  await db.query(
    `WITH marks AS (
       INSERT INTO catalog.helpful_marks (comment_id, user_id)
       SELECT $1, id FROM catalog.authors WHERE id <> $2 ORDER BY id LIMIT $3
       RETURNING comment_id
     )
     UPDATE catalog.comments SET helpful_count = (SELECT count(*) FROM marks) WHERE id = $1`,
    [commentId, uuidOf(author), count],
  )
}

/** The author has added the last sentence of the reasons. */
const addSubmissionVersion = async (db: Db, now: Date): Promise<void> => {
  await db.query(
    `INSERT INTO catalog.submission_versions
       (submission_id, number, target_name, location, category, reasons, sources, written_at)
     SELECT id, 1, target_name, location, category, regexp_replace(reasons, ' The boycott ended .*', ''),
       sources, created_at
     FROM catalog.submissions WHERE target_name = $1`,
    [editedTarget],
  )
  await db.query(
    `UPDATE catalog.submissions SET edited_at = created_at + ($2 - created_at) * 0.5
     WHERE target_name = $1`,
    [editedTarget, now],
  )
}
