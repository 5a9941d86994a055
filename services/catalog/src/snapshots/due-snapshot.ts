import { openDataDays } from '@answerable/contracts/open-data'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { SnapshotStore } from '@answerable/service-kit/snapshot-store/snapshot-store'
import { type SnapshotOptions, statementMilliseconds, takeSnapshot } from './take-snapshot.ts'

type Options = Omit<SnapshotOptions, 'stopping'> & { pool: Pool; log: Log }

/**
 * Takes a snapshot if one is due and no other instance takes it; returns its name, or null. After `stopping`, it throws.
 */
export const takeDueSnapshot = async (
  { pool, log, ...options }: Options,
  stopping: AbortSignal,
): Promise<string | null> => {
  try {
    return await transaction(
      pool,
      async (db) => {
        if (!(await claim(db))) return null
        const cancelled = await cancelWhen(stopping, { pool, db, log })
        try {
          const taken = await takeSnapshot(db, { ...options, stopping })
          // Before the lock ends: another instance could write an unfinished snapshot after it.
          await deleteOld(options.store, log)
          await db.query('UPDATE snapshot_schedule SET due_at = next_snapshot_at()')
          return taken
        } finally {
          cancelled()
        }
      },
      `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = ${statementMilliseconds}`,
    )
  } catch (error) {
    if (wasTakenMeanwhile(error)) return null
    throw error
  }
}

/** Whether a snapshot is due and no instance takes it. */
export const isDue = async (db: Db): Promise<boolean> => {
  const due = await db.query('SELECT FROM snapshot_schedule WHERE due_at <= now()')
  // Locks the row until the statement ends.
  return due.rowCount === 1 && claim(db)
}

/** Locks the schedule until the transaction ends; false if another instance has locked it, or none is due. */
const claim = async (db: Db): Promise<boolean> => {
  const { rowCount } = await db.query(
    'SELECT FROM snapshot_schedule WHERE due_at <= now() FOR UPDATE SKIP LOCKED',
  )
  return rowCount === 1
}

/** The other instance has finished between the snapshot of the transaction and the lock. */
const wasTakenMeanwhile = (error: unknown): boolean => (error as { code?: string }).code === '40001'

/** Cancels the statement of a transaction when the service stops. The returned function ends this. */
const cancelWhen = async (
  stopping: AbortSignal,
  { pool, db, log }: { pool: Pool; db: Db; log: Log },
): Promise<() => void> => {
  const { pid } = onlyRow((await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows)
  const cancel = (): void => {
    pool.query('SELECT pg_cancel_backend($1)', [pid]).catch((error: unknown) => {
      log.warn({ err: error }, 'the snapshot of the open data could not be cancelled')
    })
  }
  stopping.addEventListener('abort', cancel, { once: true })
  return () => stopping.removeEventListener('abort', cancel)
}

/** Deletes snapshots after `openDataDays`, and what stopped instances left unfinished. A failure is only logged. */
export const deleteOld = async (
  store: SnapshotStore,
  log: Log,
  now = new Date(),
): Promise<void> => {
  const oldest = new Date(now.getTime() - openDataDays * 86_400_000).toISOString().slice(0, 10)
  try {
    for (const { name } of await store.list())
      if (name.slice(0, 10) < oldest) await store.delete(name)
    await store.deleteUnfinished()
  } catch (error) {
    // Otherwise the new snapshot would be taken again and again.
    log.error({ err: error }, 'old snapshots of the open data could not be deleted')
  }
}
