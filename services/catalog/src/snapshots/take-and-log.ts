import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { openSnapshotStore } from '@answerable/service-kit/snapshot-store/settings'
import type { Config } from '../config.ts'
import { takeDueSnapshot } from './due-snapshot.ts'
import { openSigningKey } from './signing.ts'

/** The second one cancels the statement of the first. */
const connections = 2

/** Takes a snapshot if one is due; returns whether nothing failed. */
export const takeAndLog = async (config: Config, stopping: AbortSignal): Promise<boolean> => {
  const log = createLog({ service: 'catalog', level: config.LOG_LEVEL })
  const pool = openPool({ url: config.DATABASE_URL, max: connections, name: 'catalog', log })
  try {
    const store = await openSnapshotStore(config)
    if (store === null) return true
    const name = await takeDueSnapshot(
      { pool, log, store, site: config.PUBLIC_ORIGIN, key: openSigningKey(config) },
      stopping,
    )
    if (name !== null) log.info({ snapshot: name }, 'a snapshot of the open data was taken')
    return true
  } catch (error) {
    if (!stopping.aborted)
      log.error({ err: error }, 'the snapshot of the open data failed, will be retried')
    return false
  } finally {
    await pool.end()
  }
}
