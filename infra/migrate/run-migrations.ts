import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@answerable/service-kit/log'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

/** A service's migration has failed; the message is one line. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

type Options = {
  service: string
  /** Where its migrations are. */
  directory: string
  log: Pick<Log, 'info' | 'debug'>
  /** For how long locks that others hold are waited for, one short wait after another. */
  patienceMilliseconds?: number
}

type File = { name: string; content: string; digest: string }

/**
 * What a migration waits for, everyone behind it waits for as well; so it gives up soon, lets the others pass
 * and tries again.
 */
const lockMilliseconds = 300
const pauseMilliseconds = 1_000
const defaultPatienceMilliseconds = 600_000

/** Runs what was not run yet, one file after another. Throws MigrationError. */
export const runMigrations = async (db: pg.Client, options: Options): Promise<void> => {
  const { service, directory, log } = options
  if (!existsSync(directory)) return
  const files = filesIn(directory)
  const schema = pg.escapeIdentifier(service)
  await refuseOtherHistory(db, schema, files)
  await applyNext(db, options, 0)
  await ensureDigests(db, schema)
  const applied = await checkApplied(db, { service, schema, files })
  for (const file of files.filter(({ name }) => !applied.has(name))) {
    const isOutside = outsideMark.test(file.content)
    await retried(options, file, () =>
      isOutside ? applyOutside(db, schema, file) : applyNext(db, options, 1),
    )
    await noteDigest(db, schema, file)
    log.info({ of: service, migration: file.name }, 'migrated')
  }
  // A service is ready once it sees its migrations there.
  await db.query(
    `REVOKE ALL ON ${schema}.migrations FROM ${schema}; GRANT SELECT ON ${schema}.migrations TO ${schema}`,
  )
}

/**
 * Files are only ever appended, so every migrated database began with the first one. Before the first release the
 * files were merged, and a database that began with another file cannot be upgraded.
 */
const refuseOtherHistory = async (
  db: pg.Client,
  schema: string,
  files: readonly File[],
): Promise<void> => {
  const table = await db.query<{ name: string | null }>('SELECT to_regclass($1) AS name', [
    `${schema}.migrations`,
  ])
  if (table.rows[0]?.name === null) return
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM ${schema}.migrations ORDER BY id LIMIT 1`,
  )
  const [first] = rows
  if (first !== undefined && first.name !== files[0]?.name)
    throw new MigrationError(
      'This data directory was made by a version before the first release. Move it away and start again.',
    )
}

const filesIn = (directory: string): File[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      // Line ends are those of the checkout.
      const content = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n')
      const digest = createHash('sha256').update(content).digest('hex')
      return { name: basename(file, '.sql'), content, digest }
    })

/** The next files in one transaction each; with 0 only the table of what was run is made. */
const applyNext = async (
  db: pg.Client,
  { service, directory, log }: Options,
  count: number,
): Promise<void> => {
  const say = (line: string) => log.debug({ of: service }, line)
  await db.query(`SET lock_timeout = ${lockMilliseconds}`)
  await runner({
    dbClient: db,
    dir: `${directory}/*.sql`,
    useGlob: true,
    schema: [service, 'public'],
    migrationsSchema: service,
    migrationsTable: 'migrations',
    direction: 'up',
    count,
    singleTransaction: true,
    // The migrator's own lock waits; and theirs would end with the first service.
    noLock: true,
    logger: { debug: say, info: say, warn: say, error: say },
  })
}

const outsideMark = /^-- Outside a transaction\b/

/** Runs statements one by one. Each can be repeated, and its locks block no other program. */
const applyOutside = async (db: pg.Client, schema: string, file: File): Promise<void> => {
  await db.query(`SET lock_timeout = 0; SET search_path TO ${schema}, public`)
  for (const statement of statementsOf(file.content)) await db.query(statement)
  await db.query(`INSERT INTO ${schema}.migrations (name, run_on) VALUES ($1, now())`, [file.name])
}

/** Those of files outside a transaction, which hold no text with a semicolon. */
export const statementsOf = (content: string): string[] =>
  content
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

const lockedStates = new Set(['55P03', '40P01'])

const retried = async (
  { service, log, patienceMilliseconds = defaultPatienceMilliseconds }: Options,
  { name }: File,
  apply: () => Promise<void>,
): Promise<void> => {
  const deadline = performance.now() + patienceMilliseconds
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply()
    } catch (error) {
      const { code, message } = error as pg.DatabaseError
      const isLocked = lockedStates.has(code ?? '')
      if (!isLocked || performance.now() > deadline) {
        const reason = isLocked ? 'others hold a lock that it needs' : message.split('\n')[0]
        throw new MigrationError(`The migrations of ${service} failed: ${reason} (${name})`, {
          cause: error,
        })
      }
      if (attempt === 1) log.info({ of: service, migration: name }, 'waiting for a lock')
      await delay(pauseMilliseconds)
    }
  }
}

const ensureDigests = async (db: pg.Client, schema: string): Promise<void> => {
  const { rowCount } = await db.query(
    `SELECT FROM pg_attribute WHERE attrelid = '${schema}.migrations'::regclass AND attname = 'digest'`,
  )
  if (rowCount === 0) await db.query(`ALTER TABLE ${schema}.migrations ADD COLUMN digest text`)
}

const noteDigest = async (db: pg.Client, schema: string, { name, digest }: File): Promise<void> => {
  await db.query(`UPDATE ${schema}.migrations SET digest = $2 WHERE name = $1`, [name, digest])
}

/** The names of those that were run; refuses files that are no longer what was run. */
const checkApplied = async (
  db: pg.Client,
  { service, schema, files }: { service: string; schema: string; files: readonly File[] },
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ name: string; digest: string | null }>(
    `SELECT name, digest FROM ${schema}.migrations`,
  )
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]))
  for (const file of files) {
    const digest = digests.get(file.name)
    if (digest === null) await noteDigest(db, schema, file)
    else if (digest !== undefined && digest !== file.digest)
      throw new MigrationError(
        `The migration ${file.name} of ${service} has been changed since it was run`,
      )
  }
  return new Set(digests.keys())
}
