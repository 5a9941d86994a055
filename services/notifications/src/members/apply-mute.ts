import type { EventPayload, muteChanged } from '@answerable/contracts/events'
import type { Pool } from '@answerable/service-kit/db'

/** Stores the state of a mute, unless a newer one is known. */
export const applyMute = async (
  pool: Pool,
  { userId, mutedId, muted, version }: EventPayload<typeof muteChanged>,
): Promise<void> => {
  await pool.query(
    `INSERT INTO mutes (user_id, muted_id, muted, version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, muted_id) DO UPDATE SET muted = excluded.muted, version = excluded.version
     WHERE mutes.version < excluded.version`,
    [userId, mutedId, muted, version],
  )
}
