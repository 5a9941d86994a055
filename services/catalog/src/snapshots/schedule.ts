import { openDataDays } from '@answerable/contracts/open-data'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import type { SnapshotStore } from '@answerable/service-kit/snapshot-store/snapshot-store'
import { type SnapshotOptions, statementMilliseconds, takeSnapshot } from './take-snapshot.ts'

const pollMilliseconds = 2_000
const pauseAfterFailureMilliseconds = 600_000

type Options = Omit<SnapshotOptions, 'stopping'> & { pool: Pool; log: Log }

/** Takes a snapshot each night, in one of the instances. */
export const startSnapshots = (options: Options): Worker => {
  let notBefore = 0
  return startWorker(
    async (stopping) => {
      if (performance.now() < notBefore) return
      try {
        const name = await takeDueSnapshot(options, stopping)
        if (name !== null)
          options.log.info({ snapshot: name }, 'a snapshot of the open data was taken')
      } catch (error) {
        if (stopping.aborted || wasTakenMeanwhile(error)) return
        notBefore = performance.now() + pauseAfterFailureMilliseconds
        options.log.error({ err: error }, 'the snapshot of the open data failed, will be retried')
      }
    },
    { pollMilliseconds },
  )
}

/** Takes a snapshot if one is due and no other instance takes it; returns its name, or null. */
export const takeDueSnapshot = async (
  { pool, log, ...options }: Options,
  stopping: AbortSignal,
): Promise<string | null> => {
  const due = await pool.query('SELECT FROM snapshot_schedule WHERE due_at <= now()')
  if (due.rowCount === 0) return null
  return transaction(
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
