import type { Db } from '@answerable/service-kit/db'
import pg from 'pg'
import { type Part, type Write, writeArchive } from './archive.ts'
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
 * Writes a consistent snapshot of all data while the site runs, encrypted to the recipients if there are
 * any, and records its time for monitoring. Returns the number of rows.
 */
export const backUp = async (
  databaseUrl: string,
  target: { write: Write; recipients: string | null },
): Promise<number> => {
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  db.on('error', () => {})
  await db.connect()
  let rows = 0
  try {
    await db.query(plainFormats)
    const madeAt = new Date().toISOString()
    await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await writeArchive(counted(partsOf(db, madeAt)), target)
    await db.query('COMMIT')
    await recordBackup(db, madeAt)
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

/** Records the time for monitoring. Older sites have no table for it. */
export const recordBackup = async (db: Db, madeAt: string): Promise<void> => {
  const { rowCount } = await db.query(
    "SELECT FROM pg_class WHERE oid = to_regclass('auth.backups')",
  )
  if (rowCount !== 0) await db.query('INSERT INTO auth.backups (made_at) VALUES ($1)', [madeAt])
}

const partsOf = async function* (db: pg.Client, madeAt: string): AsyncGenerator<Part> {
  const tables = await listTables(db)
  // Prevents a migration from starting.
  const names = tables.map(({ name }) => quoted(name)).join(', ')
  await db.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`)
  yield {
    part: 'header',
    version: 1,
    madeAt,
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
