import type { EventPayload, participationChanged } from '@answerable/contracts/events'
import type { Pool } from '@answerable/service-kit/db'
import { followAutomatically } from './store.ts'

/** Members follow what they join. Leaving does not unfollow, because they may want to know how it goes on. */
export const applyParticipation = async (
  pool: Pool,
  { changes }: EventPayload<typeof participationChanged>,
): Promise<void> => {
  const joins = changes.filter(({ joined }) => joined)
  if (joins.length > 0) await followAutomatically(pool, joins, 'joined')
}
