import type { FollowKind } from '@answerable/contracts/follows'
import type { NoticeKind, NoticeOutcome } from '@answerable/contracts/notifications'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { muteLock } from '../members/apply-mute.ts'
import { countNewNotices } from '../unread/store.ts'

/** Something that happened once, and the members who are notified of it. */
export type Occurrence = {
  /** Unique. */
  name: string
  submissionId?: string | null
  commentId?: string | null
  businessId?: string | null
  /** Gets no notice of it. */
  actorId?: string | null
  outcome?: NoticeOutcome
  reasonCode?: string | null
  milestone?: { kind: 'score' | 'comments'; value: number }
  /** Members who are notified at once. A member who is named twice gets the first kind. */
  to?: readonly { userId: string | null; kind: NoticeKind }[]
  /** Maximum number of members who get a notice of a mention, over all repetitions. */
  maxMentions?: number
  /** Things whose followers are notified batch by batch. */
  followersOf?: readonly Followed[]
}

type Followed = {
  kind: FollowKind
  key: string
  /** The kind of the followers' notices; null if they get none. */
  notice: NoticeKind | null
  /** The thing that it was merged into, which they follow from now on. */
  alsoFollow?: string | null
}

/**
 * Records an occurrence in the given transaction. It may be repeated, with more members or fewer: each member gets one
 * notice, and followers are notified once. Returns its ID.
 */
export const recordOccurrence = async (db: Db, occurrence: Occurrence): Promise<number> => {
  const { id, followers_queued } = await insertOccurrence(db, occurrence)
  await notifyAtOnce(db, id, occurrence)
  if (!followers_queued) await queueFanOuts(db, id, occurrence)
  return id
}

const insertOccurrence = async (
  db: Db,
  occurrence: Occurrence,
): Promise<{ id: number; followers_queued: boolean }> => {
  const { rows } = await db.query<{ id: number; followers_queued: boolean }>(
    `INSERT INTO occurrences (name, submission_id, comment_id, actor_id, outcome, reason_code,
       milestone_kind, milestone_value, business_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (name) DO UPDATE SET name = excluded.name
     RETURNING id, followers_queued, pg_advisory_xact_lock_shared(${muteLock('actor_id')})`,
    [
      occurrence.name,
      occurrence.submissionId,
      occurrence.commentId,
      occurrence.actorId,
      occurrence.outcome,
      occurrence.reasonCode,
      occurrence.milestone?.kind,
      occurrence.milestone?.value,
      occurrence.businessId,
    ],
  )
  return onlyRow(rows)
}

const notifyAtOnce = async (
  db: Db,
  id: number,
  { to = [], actorId = null, maxMentions }: Occurrence,
): Promise<void> => {
  const kinds = new Map<string, NoticeKind>()
  for (const { userId, kind } of to)
    if (userId !== null && userId !== actorId && !kinds.has(userId)) kinds.set(userId, kind)
  if (kinds.size === 0) return
  const { rows } = await db.query<{ user_id: string }>(
    `INSERT INTO notices (user_id, occurrence_id, kind)
     SELECT user_id, $1, kind FROM (
       SELECT user_id, kind, row_number() OVER (PARTITION BY kind ORDER BY place) AS rank
       FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS those (user_id, kind, place)
       WHERE NOT EXISTS (
         SELECT FROM mutes WHERE mutes.user_id = those.user_id AND muted_id = $4 AND muted)
         AND NOT EXISTS (
           SELECT FROM notices WHERE notices.user_id = those.user_id AND occurrence_id = $1)
     ) AS these
     WHERE $5::integer IS NULL OR kind <> 'mention' OR rank <= $5 - (
       SELECT count(*) FROM notices WHERE occurrence_id = $1 AND kind = 'mention')
     ORDER BY user_id
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [id, [...kinds.keys()], [...kinds.values()], actorId, maxMentions ?? null],
  )
  await countNewNotices(
    db,
    rows.map(({ user_id }) => user_id),
  )
}

const queueFanOuts = async (
  db: Db,
  id: number,
  { followersOf = [] }: Occurrence,
): Promise<void> => {
  if (followersOf.length === 0) return
  await db.query('UPDATE occurrences SET followers_queued = true WHERE id = $1', [id])
  await db.query(
    `INSERT INTO fan_outs (occurrence_id, follow_kind, follow_key, kind, also_follow)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT DO NOTHING`,
    [
      id,
      followersOf.map(({ kind }) => kind),
      followersOf.map(({ key }) => key),
      followersOf.map(({ notice }) => notice),
      followersOf.map(({ alsoFollow = null }) => alsoFollow),
    ],
  )
}

/** Notifies no further followers of a comment that is no longer shown. */
export const cancelFanOuts = async (db: Db, name: string): Promise<void> => {
  await db.query('DELETE FROM fan_outs USING occurrences WHERE occurrence_id = id AND name = $1', [
    name,
  ])
}
