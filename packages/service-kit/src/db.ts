import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import pg from 'pg'
import { isAway, isReadOnly } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './observability/metrics.ts'

/** A pool or a transaction: the first parameter of SQL functions. */
export type Db = Pick<pg.ClientBase, 'query'>
export type Pool = pg.Pool

// Counters and versions stay far below 2^53, so bigint columns are parsed as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type PoolOptions = { url: string; max: number; name: string; log: Log; metrics?: Metrics }
type TimeLimits = Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'>

/** A pool that survives database outages: broken connections are replaced. */
export const openPool = (options: PoolOptions): Pool =>
  poolWithin(options, {
    connectionTimeoutMillis: connectionTimeoutOf(options.url) ?? 2_000,
    // Above the statement timeout of 2 s, below the gateway's time limit of 4 s.
    query_timeout: 3_000,
  })

/** One connection for a command, without the short time limits of requests. Those of the role still apply. */
export const openCommandPool = (options: Omit<PoolOptions, 'max'>): Pool =>
  poolWithin(
    { ...options, max: 1 },
    {
      connectionTimeoutMillis: connectionTimeoutOf(options.url) ?? 30_000,
      // Ends a command whose server disappears without a word.
      query_timeout: 600_000,
    },
  )

const poolWithin = (options: PoolOptions, limits: TimeLimits): Pool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    ...limits,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  pool.on('error', (error) => {
    // A server may disconnect before the pool has closed its last connection.
    if (!pool.ending) options.log.warn({ err: error }, 'database connection lost')
  })
  // If a connection without an error listener is lost during a transaction, the process would exit.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (options.metrics !== undefined) measurePool(pool, options.metrics)
  return pool
}

/** In milliseconds; `connect_timeout` in the URL is in seconds, as in libpq. */
const connectionTimeoutOf = (url: string): number | null => {
  const seconds = new URL(url).searchParams.get('connect_timeout')
  return seconds === null ? null : 1_000 * Number(seconds)
}

const measurePool = (pool: Pool, metrics: Metrics): void => {
  metrics.gauge(
    {
      name: 'answerable_database_connections',
      help: 'Connections to PostgreSQL, by whether they are in use.',
      labels: ['state'],
    },
    () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  )
  metrics.gauge(
    { name: 'answerable_database_waiting', help: 'Statements waiting for a connection.' },
    () => pool.waitingCount,
  )
  metrics.gauge(
    { name: 'answerable_database_up', help: 'Whether PostgreSQL responds and takes writes.' },
    () =>
      mustTakeWrites(pool).then(
        () => 1,
        () => 0,
      ),
  )
}

/** Rejects if the database is unavailable or read-only. A read-only connection is not used again. */
const mustTakeWrites = async (pool: Pool): Promise<void> => {
  // Fails like a write, which closes the connection.
  await pool.query(
    `DO $$ BEGIN IF current_setting('transaction_read_only')::boolean THEN
       RAISE read_only_sql_transaction;
     END IF; END $$`,
  )
}

/**
 * An array parameter of a named statement whose length the planner cannot see. Otherwise PostgreSQL plans
 * every call anew, which takes several times as long as reading a few rows. Repeat the type, or `ANY`
 * treats it as a query: `ANY (${asOne('$1::text[]')}::text[])`.
 */
export const asOne = (array: string): string => `(SELECT ${array})`

/**
 * Runs the work in one transaction: commits, or rolls back if it throws. `begin` may also set up the
 * transaction.
 */
export const transaction = async <Result>(
  pool: Pool,
  work: (db: Db) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A server that no longer responds would not respond to ROLLBACK; closing the connection rolls back.
    // After a failover, only a new connection reaches the writable server.
    if (isReadOnly(error) || (isAway(error) && !(error instanceof pg.DatabaseError)))
      broken = error as Error
    else {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/** The row of a statement that always returns one. */
export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a statement answered no row')
  return row
}

/** Returns a check of whether the database is available and has every migration of this directory. */
export const databaseReadiness = (pool: Pool, migrations: string): (() => Promise<boolean>) => {
  const names = readdirSync(migrations).map((file) => basename(file, '.sql'))
  let isMigrated = false

  const hasAll = async (): Promise<boolean> => {
    const { rowCount } = await pool.query('SELECT FROM migrations WHERE name = ANY($1)', [names])
    return rowCount === names.length
  }

  return async () => {
    try {
      await mustTakeWrites(pool)
      isMigrated ||= await hasAll()
      return isMigrated
    } catch {
      return false
    }
  }
}

/** Whether an error is a violation of this unique constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
