import type { ClaimedBusiness } from '@answerable/contracts/claims'
import type { RepresentationChange } from '@answerable/contracts/events'
import type { Db } from '@answerable/service-kit/db'

/** Of an author whose account is being deleted or was deleted; see `eraseAuthor`. */
const versionOfDeleted = '9223372036854775807'

/** Applies an event, unless a newer one is known or the account is deleted. */
export const applyRepresentation = async (
  db: Db,
  { businessId, userId, domain, verified, version }: RepresentationChange,
): Promise<void> => {
  await db.query(
    `INSERT INTO representatives (business_id, user_id, domain, verified, version)
     SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
       SELECT FROM authors WHERE id = $2 AND version = ${versionOfDeleted}
     )
     ON CONFLICT (business_id, user_id) DO UPDATE
       SET domain = excluded.domain, verified = excluded.verified, version = excluded.version
       WHERE representatives.version < excluded.version`,
    [businessId, userId, domain, verified, version],
  )
}

/** The domain for which a member may speak in the name of a business; null if they may not. */
export const findSpokenDomain = async (
  db: Db,
  { businessId, userId }: { businessId: string; userId: string },
): Promise<string | null> => {
  const { rows } = await db.query<{ domain: string }>(
    'SELECT domain FROM speakers WHERE business_id = $1 AND user_id = $2',
    [businessId, userId],
  )
  return rows[0]?.domain ?? null
}

/** The members who may speak for a business. */
export const findSpeakers = async (
  db: Db,
  businessId: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM speakers WHERE business_id = $1 ORDER BY user_id LIMIT $2',
    [businessId, limit],
  )
  return rows.map(({ user_id }) => user_id)
}

/** For moderation, which decides on claims. */
export const readClaimed = async (db: Db, ids: readonly string[]): Promise<ClaimedBusiness[]> => {
  const { rows } = await db.query<Omit<ClaimedBusiness, 'websiteSince'> & { website_since: Date }>(
    `SELECT id, slug, name, website, website_since, listed, merged_into IS NOT NULL AS "isMerged"
     FROM businesses WHERE id = ANY ($1)`,
    [ids],
  )
  return rows.map(({ website_since, ...business }) => ({
    ...business,
    websiteSince: business.website === null ? null : website_since.toISOString(),
  }))
}
