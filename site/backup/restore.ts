import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAt, migrate, migrationsOf } from '@answerable/infra/migrate/migrate'
import type { Log } from '@answerable/service-kit/log'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { type Part, readArchive, type Source } from './archive.ts'
import { recordBackup } from './backup.ts'
import {
  type Digest,
  listTables,
  openDigest,
  plainFormats,
  quoted,
  type Row,
  readRows,
  type Table,
} from './tables.ts'

export type RestoreOptions = {
  ownerUrl: string
  /** The database to replace. */
  database: string
  passwords: Readonly<Record<string, string>>
  log: Pick<Log, 'info' | 'debug' | 'error'>
  source: Source
  /** File with the private keys of an encrypted backup. */
  identity: string | null
  /** Whether to overwrite existing data. */
  mode: 'only into an empty site' | 'replace'
}

export type Restored = { rows: number; madeAt: string }

/**
 * Restores a backup of `backUp`: loads it into a new database with the tables of that version, compares
 * every row with the archive, migrates it, and then swaps it with the site's database. The site's data is
 * unchanged until that last step. Throws StartError if a step fails.
 */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const { ownerUrl, database, passwords, log, source, identity, mode } = options
  const draft = `${database}_restoring`
  return connected(databaseAt(ownerUrl, 'postgres'), async (server) => {
    const workshop = mkdtempSync(join(tmpdir(), 'answerable-restore-'))
    try {
      await refuseWhileUsed(server, database)
      if (mode !== 'replace') await refuseUnlessEmpty(server, { ownerUrl, database })
      await server.query(`DROP DATABASE IF EXISTS ${quoted(draft)} WITH (FORCE)`)
      const parts = readArchive(source, identity)
      const header = (await parts.next()).value
      if (header?.part !== 'header') throw new StartError(`${source.name} is not a backup.`)
      const then = migrationsThen(header.migrations, workshop)
      await migrate({ ownerUrl, database: draft, passwords, log, migrationsOf: then })
      const rows = await connected(databaseAt(ownerUrl, draft), (db) => fill(db, parts))
      await migrate({ ownerUrl, database: draft, passwords, log })
      // The record of this backup is younger than its content.
      await connected(databaseAt(ownerUrl, draft), (db) => recordBackup(db, header.madeAt))
      await putInPlace(server, { draft, database })
      return { rows, madeAt: header.madeAt }
    } catch (error) {
      await server.query(`DROP DATABASE IF EXISTS ${quoted(draft)} WITH (FORCE)`).catch(() => {})
      throw error
    } finally {
      rmSync(workshop, { recursive: true, force: true })
    }
  })
}

const connected = async <Result>(
  url: string,
  work: (db: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const db = new pg.Client({ connectionString: url, application_name: 'restore' })
  db.on('error', () => {})
  await db.connect()
  try {
    await db.query(plainFormats)
    return await work(db)
  } finally {
    await db.end().catch(() => {})
  }
}

const refuseWhileUsed = async (server: pg.Client, database: string): Promise<void> => {
  const { rowCount } = await server.query('SELECT FROM pg_stat_activity WHERE datname = $1', [
    database,
  ])
  if (rowCount !== 0) throw new StartError('The site is running: stop it first.')
}

/** Drops the replaced database last. */
const putInPlace = async (
  server: pg.Client,
  { draft, database }: { draft: string; database: string },
): Promise<void> => {
  const former = `${database}_former`
  await server.query(`DROP DATABASE IF EXISTS ${quoted(former)}`)
  const moves = [`ALTER DATABASE ${quoted(draft)} RENAME TO ${quoted(database)}`]
  if (await exists(server, database))
    moves.unshift(`ALTER DATABASE ${quoted(database)} RENAME TO ${quoted(former)}`)
  // Sent together as one transaction: after a crash the site finds the old database or the new one.
  await server.query(moves.join('; '))
  await server.query(`DROP DATABASE IF EXISTS ${quoted(former)}`)
}

const exists = async (server: pg.Client, database: string): Promise<boolean> => {
  const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [database])
  return rowCount !== 0
}

/** Rows that migrations insert. */
const refuseUnlessEmpty = async (
  server: pg.Client,
  { ownerUrl, database }: { ownerUrl: string; database: string },
): Promise<void> => {
  if (!(await exists(server, database))) return
  await connected(databaseAt(ownerUrl, database), async (db) => {
    const tables = await listTables(db)
    for (const { name } of tables.filter((table) => !/\.(counters|backups)$/.test(table.name))) {
      const { rowCount: count } = await db.query(`SELECT FROM ${quoted(name)} LIMIT 1`)
      if (count !== 0)
        throw new StartError(
          'The site is not empty. To overwrite all its data, add --replace to the command.',
        )
    }
  })
}

/** A database with exactly the migrations of the archive. */
const migrationsThen = (
  migrations: Readonly<Record<string, string[]>>,
  workshop: string,
): ((service: string) => string) => {
  for (const [service, names] of Object.entries(migrations)) {
    mkdirSync(join(workshop, service))
    const [first] = readdirSync(migrationsOf(service)).sort()
    if (names[0] !== undefined && `${names[0]}.sql` !== first)
      throw new StartError('The backup was made by a version before the first release.')
    for (const name of names) {
      const file = join(migrationsOf(service), `${name}.sql`)
      if (!existsSync(file))
        throw new StartError(
          `The backup is from a newer version: ${service} has no migration ${name} here.`,
        )
      copyFileSync(file, join(workshop, service, `${name}.sql`))
    }
  }
  return (service) => join(workshop, service)
}

/** Loads the rest of the archive; returns the number of rows. */
const fill = async (db: pg.Client, parts: AsyncIterable<Part>): Promise<number> => {
  const tables = new Map((await listTables(db)).map((table) => [table.name, table]))
  const promised = new Map<Table, Digest>()
  let table: Table | null = null
  await db.query('BEGIN')
  // Triggers are off: their effects are among the rows, and rows may precede the rows that they reference.
  await db.query('SET LOCAL session_replication_role = replica')
  for (const { name } of tables.values()) await db.query(`DELETE FROM ${quoted(name)}`)
  for await (const part of parts) {
    if (part.part === 'table') table = tableOf(tables, part)
    if (part.part === 'rows' && table !== null) await insert(db, table, part.rows)
    if (part.part === 'digest' && table !== null) promised.set(table, part)
    if (part.part === 'sequences')
      for (const { name, value } of part.sequences)
        await db.query('SELECT setval($1::text::regclass, $2)', [quoted(name), value])
  }
  await compare(db, promised)
  await db.query('COMMIT')
  await db.query('ANALYZE')
  return [...promised.values()].reduce((sum, { rows }) => sum + rows, 0)
}

const tableOf = (
  tables: ReadonlyMap<string, Table>,
  { name, columns }: { name: string; columns: readonly string[] },
): Table => {
  const table = tables.get(name)
  const own = table?.columns.map((column) => column.name)
  if (table === undefined || own?.join() !== columns.join())
    throw new StartError(`The backup does not match this version: the columns of ${name} differ.`)
  return table
}

const insert = async (db: pg.Client, table: Table, rows: readonly Row[]): Promise<void> => {
  const { columns } = table
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const given = columns.map((_, at) => `given${at}`)
  const read = columns.map(({ type }, at) => `given${at}::${type}`).join(', ')
  const lists = columns.map((_, at) => `$${at + 1}::text[]`).join(', ')
  await db.query(
    `INSERT INTO ${quoted(table.name)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${read} FROM unnest(${lists}) AS given (${given.join(', ')})`,
    columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  )
}

const compare = async (db: pg.Client, promised: ReadonlyMap<Table, Digest>): Promise<void> => {
  for (const [table, { rows, sha256 }] of promised) {
    const digest = openDigest()
    for await (const some of readRows(db, table)) for (const row of some) digest.add(row)
    const is = digest.result()
    if (is.rows !== rows || is.sha256 !== sha256)
      throw new StartError(`The backup is damaged: the checksum of ${table.name} does not match.`)
  }
}
