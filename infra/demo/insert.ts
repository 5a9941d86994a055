import type { Db } from '@answerable/service-kit/db'

/** Inserts rows that all have the columns of the first; table and column names come from the demo's code alone. */
export const insert = async (
  db: Db,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await db.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}
