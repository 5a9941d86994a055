import type { FlagReason } from '@answerable/contracts/flags'
import type { Db } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import type { HoursAgo } from './hours-ago.ts'
import { insert } from './insert.ts'
import { talk } from './talk.ts'

type Flag = { code: FlagReason; reason: string }

/** Flags of submissions. */
const flags: readonly { targetName: string; flags: readonly Flag[] }[] = [
  {
    targetName: 'Dungeons & Dragons Open Game License change',
    flags: [
      {
        code: 'false-or-unsupported',
        reason: 'The change was withdrawn. This should say so.',
      },
      { code: 'other', reason: 'Out of date.' },
    ],
  },
  {
    targetName: 'Coors Brewing Company',
    flags: [{ code: 'other', reason: 'The boycott ended in 1987.' }],
  },
  { targetName: 'The Sun', flags: [{ code: 'false-or-unsupported', reason: 'Too one-sided.' }] },
]

/** Flags of comments, by their text, with those who flagged them. */
const commentFlags: readonly {
  comment: string
  hoursAgo: number
  flags: readonly (Flag & { by: string })[]
}[] = [
  {
    comment: talk.advertisement,
    hoursAgo: 5,
    flags: [
      { by: 'mild-fern', code: 'spam', reason: 'An advertisement.' },
      { by: 'keen-grove', code: 'spam', reason: 'The same text is on a dozen other sites.' },
      { by: 'fair-elm', code: 'spam', reason: 'Not about the boycott.' },
    ],
  },
  {
    comment: talk.address,
    hoursAgo: 4,
    flags: [{ by: 'calm-dune', code: 'personal-data', reason: 'The address of a private person.' }],
  },
  {
    comment: talk.threat,
    hoursAgo: 22.5,
    flags: [
      { by: 'amber-linden', code: 'hate-or-threats', reason: 'He threatens people who drive one.' },
    ],
  },
  {
    comment: talk.song,
    hoursAgo: 30,
    flags: [{ by: 'amber-linden', code: 'other', reason: 'A vote does not need a speech.' }],
  },
]

/** Adds flags by members who have voted on the submission. */
export const addFlags = async (db: Db, at: Date): Promise<void> => {
  for (const { targetName, flags: added } of flags) {
    const id = shortId(targetName)
    const { rows } = await db.query<{ user_id: string }>(
      'SELECT user_id FROM catalog.votes WHERE submission_id = $1 ORDER BY user_id LIMIT $2',
      [id, added.length],
    )
    for (const [index, { code, reason }] of added.entries()) {
      await db.query(
        `INSERT INTO catalog.flags (submission_id, user_id, reason_code, reason, flagged_text, created_at)
         SELECT id, $2, $3, $4, jsonb_build_object('targetName', target_name, 'location', location,
           'reasons', submissions.reasons, 'sources', sources), $5
         FROM catalog.submissions WHERE id = $1`,
        [id, rows[index]?.user_id, code, reason, at],
      )
    }
    await db.query(
      'UPDATE catalog.submissions SET flag_count = $2::integer, version = version + $2::integer WHERE id = $1',
      [id, added.length],
    )
  }
}

export const addCommentFlags = async (db: Db, before: HoursAgo): Promise<void> => {
  await insert(
    db,
    'catalog.comment_flags',
    commentFlags.flatMap(({ comment, hoursAgo, flags: added }) =>
      added.map(({ by, code, reason }) => ({
        ...{
          id: uuidOf(`flag ${by} ${comment}`),
          comment_id: uuidOf(comment),
          user_id: uuidOf(by),
        },
        ...{ reason_code: code, reason, flagged_text: comment, created_at: before(hoursAgo) },
      })),
    ),
  )
  await db.query(
    `UPDATE catalog.comments SET flag_count = added FROM (
       SELECT comment_id, count(*) AS added FROM catalog.comment_flags GROUP BY comment_id
     ) AS flags WHERE id = comment_id`,
  )
}
