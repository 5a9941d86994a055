import { unreadChanged } from '@answerable/contracts/events'
import { maxUnreadMembers, type UnreadNumber } from '@answerable/contracts/notifications'
import type { Db } from '@answerable/service-kit/db'
import { appendEvents } from '@answerable/service-kit/outbox/outbox'

const returning = 'RETURNING members.user_id AS "userId", unread, unread_version AS version'

/**
 * Counts new notices, one for each of these members, and writes the event. Call it in the transaction that inserts the
 * notices. It locks the members in the order of their ids, like every transaction that changes several.
 */
export const countNewNotices = async (db: Db, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  const { rows } = await db.query<UnreadNumber>(
    `INSERT INTO members (user_id, unread, unread_version)
     SELECT user_id, count(*), 1 FROM unnest($1::uuid[]) AS user_id GROUP BY user_id ORDER BY user_id
     ON CONFLICT (user_id) DO UPDATE SET
       unread = members.unread + excluded.unread, unread_version = members.unread_version + 1
     ${returning}`,
    [userIds],
  )
  await appendUnread(db, rows)
}

/** Subtracts notices that are no longer unread, in the same way. */
export const countReadNotices = async (
  db: Db,
  read: readonly { userId: string; count: number }[],
): Promise<void> => {
  if (read.length === 0) return
  const { rows } = await db.query<UnreadNumber>(
    `WITH changes AS (
       SELECT members.user_id, by FROM members
       JOIN unnest($1::uuid[], $2::integer[]) AS changes (user_id, by) USING (user_id)
       ORDER BY members.user_id FOR UPDATE OF members
     )
     UPDATE members SET unread = unread - by, unread_version = unread_version + 1
     FROM changes WHERE changes.user_id = members.user_id
     ${returning}`,
    [read.map(({ userId }) => userId), read.map(({ count }) => count)],
  )
  await appendUnread(db, rows)
}

/** Events of so many members fit into a message of the bus. */
const appendUnread = (db: Db, members: readonly UnreadNumber[]): Promise<void> => {
  const parts = Math.ceil(members.length / maxUnreadMembers)
  const payloads = Array.from({ length: parts }, (_, part) => ({
    members: members.slice(part * maxUnreadMembers, (part + 1) * maxUnreadMembers),
  }))
  return appendEvents(db, unreadChanged, payloads)
}

/** The unread numbers of these members; 0 for a member without notices. */
export const readUnread = async (db: Db, userIds: readonly string[]): Promise<UnreadNumber[]> => {
  const { rows } = await db.query<UnreadNumber>(
    `SELECT wanted.user_id AS "userId", coalesce(unread, 0) AS unread,
       coalesce(unread_version, 0) AS version
     FROM unnest($1::uuid[]) AS wanted (user_id) LEFT JOIN members USING (user_id)`,
    [userIds],
  )
  return rows
}
