import type { EventPayload, userChanged } from '@answerable/contracts/events'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

/**
 * Stores the name of a viewer who writes. It does not overwrite the name from an event, because a service token may
 * be some seconds old. Throws `account_suspended` for a suspended account.
 */
export const writeAuthor = async (db: Db, viewer: Viewer): Promise<void> => {
  const { rows } = await db.query<{ suspended: boolean }>({
    name: 'write-author',
    text: `INSERT INTO authors (id, username, joined_at) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET
        username = CASE WHEN authors.version IS NULL THEN excluded.username ELSE authors.username END,
        joined_at = coalesce(authors.joined_at, excluded.joined_at)
      RETURNING suspended`,
    values: [viewer.id, viewer.username, viewer.voter?.joinedAt ?? null],
  })
  if (rows[0]?.suspended === true) throw new AppError('account_suspended')
}

/**
 * Throws `account_suspended` for a suspended account. Lock the submission first: a suspension waits for transactions
 * that have locked one.
 */
export const refuseSuspended = async (db: Db, userId: string): Promise<void> => {
  const { rowCount } = await db.query('SELECT FROM authors WHERE id = $1 AND suspended', [userId])
  if (rowCount !== 0) throw new AppError('account_suspended')
}

/**
 * Applies the state of an account as auth has published it, unless a newer one is known. The mailbox of an
 * account changes when auth recognizes more of a provider's aliases, so look it up in `voters` every time.
 */
export const applyUserChange = async (
  db: Db,
  { user, version, suspended, voterId, joinedAt }: EventPayload<typeof userChanged>,
): Promise<void> => {
  await db.query(
    `INSERT INTO authors (id, username, version, suspended, joined_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE
       SET username = excluded.username, version = excluded.version,
         suspended = excluded.suspended, joined_at = coalesce(excluded.joined_at, authors.joined_at)
       WHERE authors.version IS NULL OR authors.version < excluded.version
         OR authors.version = excluded.version AND authors.joined_at IS NULL`,
    [user.id, user.username, version, suspended, joinedAt ?? null],
  )
  if (voterId === undefined) return
  await db.query(
    `INSERT INTO voters (user_id, voter_id) SELECT id, $2 FROM authors WHERE id = $1 AND version <= $3
     ON CONFLICT (user_id) DO UPDATE SET voter_id = excluded.voter_id
       WHERE voters.voter_id <> excluded.voter_id`,
    [user.id, voterId, version],
  )
}
