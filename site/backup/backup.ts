import pg from 'pg'
import { type Part, writeArchive } from './archive.ts'
import {
  listMigrations,
  listSequences,
  listTables,
  openDigest,
  plainFormats,
  quoted,
  readRows,
} from './tables.ts'

/**
 * Writes a consistent snapshot of all data to a file while the site runs. Returns the number of rows.
 * Throws StartError if the file exists.
 */
export const backUp = async (databaseUrl: string, path: string): Promise<number> => {
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  db.on('error', () => {})
  await db.connect()
  let rows = 0
  try {
    await db.query(plainFormats)
    // Recorded before the snapshot, so that the archive contains it.
    const forget = await note(db)
    try {
      await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      await writeArchive(path, counted(partsOf(db)))
    } catch (error) {
      await db.query('ROLLBACK')
      await forget()
      throw error
    }
    return rows
  } finally {
    await db.end()
  }

  async function* counted(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    for await (const part of parts) {
      if (part.part === 'digest') rows += part.rows
      yield part
    }
  }
}

/**
 * Records the time for monitoring; returns a function that removes the record. Older sites have no table
 * for it.
 */
const note = async (db: pg.Client): Promise<() => Promise<void>> => {
  const { rowCount } = await db.query(
    "SELECT FROM pg_class WHERE oid = to_regclass('auth.backups')",
  )
  if (rowCount === 0) return async () => {}
  const { rows } = await db.query('INSERT INTO auth.backups DEFAULT VALUES RETURNING made_at::text')
  return async () => {
    await db.query('DELETE FROM auth.backups WHERE made_at = $1', [rows[0]?.made_at])
  }
}

const partsOf = async function* (db: pg.Client): AsyncGenerator<Part> {
  const tables = await listTables(db)
  // Prevents a migration from starting.
  const names = tables.map(({ name }) => quoted(name)).join(', ')
  await db.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`)
  yield {
    part: 'header',
    version: 1,
    madeAt: new Date().toISOString(),
    migrations: await listMigrations(db),
  }
  for (const table of tables) {
    yield { part: 'table', name: table.name, columns: table.columns.map(({ name }) => name) }
    const digest = openDigest()
    for await (const rows of readRows(db, table)) {
      for (const row of rows) digest.add(row)
      yield { part: 'rows', rows }
    }
    yield { part: 'digest', ...digest.result() }
  }
  // Read last: sequences are not part of the snapshot, and may be ahead of the rows but not behind.
  yield { part: 'sequences', sequences: await listSequences(db) }
  yield { part: 'end' }
}
