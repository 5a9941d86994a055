import { publicDecisionOf } from '@answerable/moderation/log/public-decision'
import { readLogAfter } from '@answerable/moderation/log/store'
import type { Db } from '@answerable/service-kit/db'
import { useSchema } from './decisions.ts'
import { insert } from './insert.ts'

const maxDecisions = 1_000

/** Shares the moderation log with catalog, and makes the first snapshot of the open data due now. */
export const seedOpenData = async (db: Db): Promise<void> => {
  await useSchema(db, 'moderation')
  const log = await readLogAfter(db, 0, maxDecisions)
  if (log.length > 0) {
    await insert(
      db,
      'catalog.public_decisions',
      log.map((row) => ({ position: row.position, entry: publicDecisionOf(row) })),
    )
  }
  await db.query('UPDATE catalog.snapshot_schedule SET due_at = now()')
}
