import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import pg from 'pg'
import { isAway, isReadOnly } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './observability/metrics.ts'

/** A pool or a transaction: what SQL functions take first. */
export type Db = Pick<pg.ClientBase, 'query'>
export type Pool = pg.Pool

// Counters and versions stay far below 2^53, so bigint columns are read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool that survives the database going away: broken connections are dropped and replaced. */
export const openPool = (options: {
  url: string
  max: number
  name: string
  log: Log
  metrics?: Metrics
}): Pool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: connectionTimeoutOf(options.url),
    idleTimeoutMillis: 30_000,
    // Above the statement timeout of 2 s, below the 4 s after which the gateway gives an answer up.
    query_timeout: 3_000,
    keepAlive: true,
  })
  pool.on('error', (error) => {
    // The server may go before it has taken leave of the last connection.
    if (!pool.ending) options.log.warn({ err: error }, 'database connection lost')
  })
  // Lost in the midst of a transaction, a connection without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (options.metrics !== undefined) measurePool(pool, options.metrics)
  return pool
}

/** Milliseconds; `connect_timeout` of the URL has seconds, as everywhere with PostgreSQL. */
const connectionTimeoutOf = (url: string): number =>
  1_000 * Number(new URL(url).searchParams.get('connect_timeout') ?? 2)

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

/** Fails where the database is away or read-only; a connection to one that is read-only is not used again. */
const mustTakeWrites = async (pool: Pool): Promise<void> => {
  // Fails as a write would, which closes the connection.
  await pool.query(
    `DO $$ BEGIN IF current_setting('transaction_read_only')::boolean THEN
       RAISE read_only_sql_transaction;
     END IF; END $$`,
  )
}

/**
 * An array for a named statement, so that PostgreSQL does not look into it: what it can count it plans anew
 * for every call, which takes several times as long as looking up a few rows. `ANY` takes it for a query
 * unless the type is said once more: `ANY (${asOne('$1::text[]')}::text[])`.
 */
export const asOne = (array: string): string => `(SELECT ${array})`

/** Runs the work in one transaction: commits what it did, or nothing of it. `begin` may set it up as well. */
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
    // What has stopped answering would not answer ROLLBACK either; closing it rolls back. And the writable
    // server is found by a new connection alone.
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

/** The row of a statement that always answers one. */
export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a statement answered no row')
  return row
}

/** Answers each time whether the database is there, with every migration of this directory. */
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

/** Whether an error is the violation of this unique constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
