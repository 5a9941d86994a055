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
 * Writes everything that a site keeps to a file, as it stands at one moment; the site may go on. Answers
 * how many rows there are. Throws StartError where the file is there already.
 */
export const backUp = async (databaseUrl: string, path: string): Promise<number> => {
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  db.on('error', () => {})
  await db.connect()
  let rows = 0
  try {
    await db.query(plainFormats)
    await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await writeArchive(path, counted(partsOf(db)))
    await db.query('COMMIT')
    await note(db)
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

/** For what watches the site. A site of before that has no place for it. */
const note = async (db: pg.Client): Promise<void> => {
  const { rowCount } = await db.query(
    "SELECT FROM pg_class WHERE oid = to_regclass('auth.backups')",
  )
  if (rowCount !== 0) await db.query('INSERT INTO auth.backups DEFAULT VALUES')
}

const partsOf = async function* (db: pg.Client): AsyncGenerator<Part> {
  const tables = await listTables(db)
  // Against a migration that begins meanwhile.
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
  // Read last: they do not belong to the moment, and may be ahead of the rows but not behind them.
  yield { part: 'sequences', sequences: await listSequences(db) }
  yield { part: 'end' }
}
