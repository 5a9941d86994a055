import { setTimeout as delay } from 'node:timers/promises'
import {
  type OpenDataFormat,
  type OpenDataManifest,
  openDataFileOf,
  openDataFormats,
} from '@answerable/contracts/open-data'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import type {
  NewSnapshot,
  SnapshotStore,
} from '@answerable/service-kit/snapshot-store/snapshot-store'
import { type FileWriter, openFileWriter } from './file-writer.ts'
import { type Head, manifestBytes } from './manifest.ts'
import type { SigningKey } from './signing.ts'
import { plannerSettings, type Row, type Table, tables } from './tables.ts'
import { csvLine, jsonLine } from './texts.ts'

export type SnapshotOptions = {
  store: SnapshotStore
  /** Origin of the site. */
  site: string
  key: SigningKey
  stopping: AbortSignal
}

/** Few, so that PostgreSQL needs less than two milliseconds of a processor for a batch. */
const rowsAtOnce = 500

/** How long the thread rests after a batch, relative to the time that PostgreSQL took for it. */
const rest = 1

/** Longer than any statement of a snapshot should take; a stop cancels it before. */
export const statementMilliseconds = 900_000

/**
 * Writes a snapshot of what the transaction sees and returns its name. The transaction must be REPEATABLE READ. Readers see
 * the snapshot when it is complete.
 */
export const takeSnapshot = async (
  db: Db,
  { store, site, key, stopping }: SnapshotOptions,
): Promise<string> => {
  const takenAt = onlyRow((await db.query<{ now: Date }>('SELECT now()')).rows).now
  const name = nameOf(takenAt)
  const snapshot = await store.begin(name, stopping)
  try {
    const files: OpenDataManifest['files'] = []
    for (const table of tables) files.push(...(await writeTable(db, table, { snapshot, stopping })))
    const manifest = manifestBytes({
      ...{ format: 1, name, site, takenAt: takenAt.toISOString() },
      licence,
      publicKey: key.publicKey,
      moderationLog: await readHead(db),
      files,
    })
    await snapshot.publish(manifest, key.sign(manifest))
    return name
  } catch (error) {
    // Files that this does not delete are deleted after the next snapshot.
    await snapshot.abandon().catch(() => {})
    throw error
  }
}

/** The files have no texts of members, so the operator may waive all rights in them. */
const licence = {
  name: 'CC0 1.0',
  url: 'https://creativecommons.org/publicdomain/zero/1.0/',
}

/** For example 2026-11-23T020000Z. */
const nameOf = (takenAt: Date): string =>
  `${takenAt.toISOString().slice(0, 19).replaceAll(':', '')}Z`

type Options = { snapshot: NewSnapshot; stopping: AbortSignal }

const writeTable = async (db: Db, table: Table, { snapshot, stopping }: Options) => {
  const { name, columns } = table
  const opened = openDataFormats.map((format) => {
    const file = openDataFileOf(name, format)
    return { format, file, writer: openFileWriter((content) => snapshot.write(file, content)) }
  })
  try {
    let count = 0
    for (const { format, writer } of opened)
      if (format === 'csv') await writer.write(csvLine(columns))
    for await (const rows of rowsOf(db, table, stopping)) {
      count += rows.length
      for (const { format, writer } of opened) await write(writer, format, { columns, rows })
    }
    return await Promise.all(
      opened.map(async ({ file, writer }) => ({
        ...{ name: file, rows: count },
        ...(await writer.close()),
      })),
    )
  } catch (error) {
    for (const { writer } of opened) writer.abort()
    throw error
  }
}

const write = async (
  writer: FileWriter,
  format: OpenDataFormat,
  { columns, rows }: { columns: readonly string[]; rows: readonly Row[] },
): Promise<void> => {
  const lines = rows.map((row) => (format === 'csv' ? csvLine(row) : jsonLine(columns, row)))
  if (lines.length > 0) await writer.write(lines.join(''))
}

/** The rows of a file in batches, with a rest after each, so that votes go first. */
async function* rowsOf(db: Db, table: Table, stopping: AbortSignal): AsyncGenerator<Row[]> {
  const convert = table.rowsOf?.() ?? ((batch: readonly Row[]): Row[] => [...batch])
  await db.query(`${plannerSettings}; DECLARE snapshot NO SCROLL CURSOR FOR ${table.query}`)
  const fetch = {
    text: `FETCH ${rowsAtOnce} FROM snapshot`,
    rowMode: 'array' as const,
    ...{ query_timeout: statementMilliseconds },
  }
  for (;;) {
    stopping.throwIfAborted()
    const startedAt = performance.now()
    const { rows } = await db.query<Row & unknown[]>(fetch)
    const milliseconds = performance.now() - startedAt
    if (rows.length === 0) break
    yield convert(rows)
    if (rows.length < rowsAtOnce) break
    await delay(rest * milliseconds, undefined, { signal: stopping })
  }
  await db.query('CLOSE snapshot')
}

const readHead = async (db: Db): Promise<Head> => {
  const { rows } = await db.query<Head>(
    `SELECT position, entry ->> 'hash' AS hash FROM public_decisions
     ORDER BY position DESC LIMIT 1`,
  )
  return rows[0] ?? { position: 0, hash: '0'.repeat(64) }
}
