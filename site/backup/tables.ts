import { createHash } from 'node:crypto'
import { databaseServices } from '@answerable/infra/migrate/migrate'
import type { Db } from '@answerable/service-kit/db'
import pg from 'pg'

/** A table of a service, without generated columns. */
export type Table = {
  /** catalog.votes */
  name: string
  columns: readonly Column[]
  /** Columns of its primary key. */
  key: readonly string[]
}

type Column = { name: string; type: string }

export type Sequence = { name: string; value: string }

/** A row as text, column by column. */
export type Row = readonly (string | null)[]

export type Digest = { rows: number; sha256: string }

const batchRows = 1_000

/** Settings for the same text output on every machine. */
export const plainFormats =
  "SET datestyle = 'ISO'; SET timezone = 'UTC'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1"

/** Applied migrations by service. */
export const listMigrations = async (db: Db): Promise<Record<string, string[]>> => {
  const migrations: Record<string, string[]> = {}
  for (const service of databaseServices) {
    const { rows } = await db.query<{ name: string }>(
      `SELECT name FROM ${quoted(`${service}.migrations`)} ORDER BY id`,
    )
    migrations[service] = rows.map(({ name }) => name)
  }
  return migrations
}

/** Filled again by the loader of places, not data of the site. */
const loadedTables = ['places', 'place_names', 'place_release']

/** All tables of the site except the migrations table and those with loaded data. */
export const listTables = async (db: Db): Promise<Table[]> => {
  const { rows } = await db.query<Table>(
    `SELECT schema || '.' || relname AS name, key,
       json_agg(
         json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attnum
       ) AS columns
     FROM (
       SELECT pg_class.oid, relname, relnamespace::regnamespace::text AS schema,
         ARRAY(
           SELECT attname::text
           FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
           WHERE indrelid = pg_class.oid AND indisprimary
           ORDER BY array_position(indkey::int2[], attnum)
         ) AS key
       FROM pg_class
       WHERE relkind = 'r' AND relname <> 'migrations' AND relnamespace::regnamespace::text = ANY ($1)
         AND NOT (relname = ANY ($2) AND relnamespace = 'catalog'::regnamespace)
     ) AS tables
     JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY oid, schema, relname, key ORDER BY 1`,
    [databaseServices, loadedTables],
  )
  return rows
}

export const listSequences = async (db: Db): Promise<Sequence[]> => {
  const { rows } = await db.query<Sequence>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname = ANY ($1) AND last_value IS NOT NULL
       AND sequencename NOT LIKE 'migrations%' ORDER BY 1`,
    [databaseServices],
  )
  return rows
}

/** All rows of a table in key order, in batches; within a transaction. */
export const readRows = async function* (db: pg.ClientBase, table: Table): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const order = table.key.length > 0 ? table.key.map(quoted) : table.columns.map((_, at) => at + 1)
  await db.query(
    `DECLARE reading NO SCROLL CURSOR FOR
     SELECT ${columns} FROM ${quoted(table.name)} ORDER BY ${order.join(', ')}`,
  )
  while (true) {
    const text = `FETCH ${batchRows} FROM reading`
    const { rows } = await db.query<(string | null)[]>({ text, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows
  }
  await db.query('CLOSE reading')
}

/** A checksum of rows. */
export const openDigest = () => {
  const hash = createHash('sha256')
  let count = 0
  return {
    add: (row: Row): void => {
      count += 1
      hash.update(`${JSON.stringify(row)}\n`)
    },
    result: (): Digest => ({ rows: count, sha256: hash.digest('hex') }),
  }
}

/** Quotes a name that may have a schema. */
export const quoted = (name: string): string => name.split('.').map(pg.escapeIdentifier).join('.')
