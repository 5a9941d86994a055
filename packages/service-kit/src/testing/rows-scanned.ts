import type { Pool } from '../db.ts'

/** The number of rows of these tables read without an index so far. */
export const rowsScanned = async (pool: Pool, tables: readonly string[]): Promise<number> => {
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ read: number }>(
    `SELECT sum(seq_tup_read)::float8 AS read FROM pg_stat_user_tables WHERE relname = ANY ($1)`,
    [tables],
  )
  return rows[0]?.read ?? Number.NaN
}
