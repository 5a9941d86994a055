import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@answerable/service-kit/log'
import { type Postgres, startPostgres } from '@answerable/site/postgres/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseAt, databaseServices, type MigrateOptions, migrate } from './migrate.ts'

const log = createLog({ service: 'tests', level: 'silent' })
const home = mkdtempSync(join(tmpdir(), 'answerable-migrate-'))
const migrationsOf = (service: string) => join(home, 'migrations', service)
let server: Postgres

// A separate server: roles belong to the whole server, and these tests change their passwords.
beforeAll(async () => {
  const settings = { fsync: 'off', log_statement: 'all' }
  server = await startPostgres({ dataDirectory: join(home, 'data'), log, settings })
  write('auth', '0001_people.sql', 'CREATE TABLE people (id bigserial PRIMARY KEY, name text);')
  write('catalog', '0001_things.sql', 'CREATE TABLE things (id bigserial PRIMARY KEY);')
  write(
    'moderation',
    '0001_log.sql',
    'CREATE TABLE log (entry text); REVOKE UPDATE, DELETE ON log FROM moderation;',
  )
})

afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

it('migrates an empty server, and has no effect when run again', async () => {
  await up()
  const before = await description()
  await up()
  expect(await description()).toEqual(before)
})

it('two concurrent runs wait for each other', async () => {
  const database = 'twice'
  await Promise.all([up({ database }), up({ database }), up({ database })])
  const rows = await ask('catalog', 'SELECT count(*)::int AS count FROM things', { database })
  expect(rows).toEqual([{ count: 0 }])
})

it('lets a service read and write its own rows', async () => {
  await up()
  await ask('auth', "INSERT INTO people (name) VALUES ('Ida')")
  expect(await ask('auth', "UPDATE people SET name = 'Ada' RETURNING name")).toEqual([
    { name: 'Ada' },
  ])
  await ask('auth', 'DELETE FROM people')
})

it('denies a service access to the tables of another', async () => {
  await up()
  const denied = { code: '42501' }
  await expect(ask('catalog', 'SELECT * FROM auth.people')).rejects.toMatchObject(denied)
  await expect(ask('auth', 'INSERT INTO catalog.things DEFAULT VALUES')).rejects.toMatchObject(
    denied,
  )
  await expect(ask('catalog', 'SELECT rolpassword FROM pg_authid')).rejects.toMatchObject(denied)
})

it.each([
  'CREATE TABLE more (id int)',
  'CREATE TABLE public.more (id int)',
  'CREATE TEMPORARY TABLE more (id int)',
  'CREATE SCHEMA more',
  'CREATE FUNCTION more() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'ALTER TABLE things ADD COLUMN more int',
  'CREATE INDEX ON things (id)',
  'TRUNCATE things',
  'DROP TABLE things',
  'DELETE FROM migrations',
  'CREATE DATABASE more',
  'CREATE ROLE more',
])('lets no service do this: %s', async (statement) => {
  await up()
  await expect(ask('catalog', statement)).rejects.toMatchObject({ code: '42501' })
})

it('does not grant again what a migration has revoked', async () => {
  await up()
  await up()
  await ask('moderation', "INSERT INTO log VALUES ('removed')")
  expect(await ask('moderation', 'SELECT entry FROM log')).toEqual([{ entry: 'removed' }])
  for (const statement of ["UPDATE log SET entry = ''", 'DELETE FROM log'])
    await expect(ask('moderation', statement)).rejects.toMatchObject({ code: '42501' })
})

it('gives every service its time limits and its own schema', async () => {
  await up()
  for (const service of databaseServices) {
    const rows = await ask(
      service,
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout')
         AS lock, current_setting('search_path') AS path, current_setting('enable_seqscan') AS scans`,
    )
    const scans = ['auth', 'catalog'].includes(service) ? 'off' : 'on'
    expect(rows).toEqual([{ statement: '2s', lock: '1s', path: `${service}, public`, scans }])
  }
})

it('replaces a password, and no password is in the log of the server', async () => {
  await up()
  const passwords = { ...passwordsOf('new'), catalog: "it's new" }
  await up({ passwords })
  expect(await ask('catalog', 'SELECT 1 AS one', { password: "it's new" })).toEqual([{ one: 1 }])
  await expect(ask('catalog', 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  await up()
  const serverLog = readFileSync(join(home, 'data', 'postgres.log'), 'utf8')
  expect(serverLog).toContain('ALTER ROLE')
  expect(serverLog).not.toContain("it's new")
  expect(serverLog).not.toContain('secret of')
})

it('needs an owner that may create roles and databases, not a superuser', async () => {
  const url = new URL(server.ownerUrl)
  url.username = 'plain_owner'
  url.password = 'plain'
  await owner('DROP DATABASE IF EXISTS plain')
  for (const service of databaseServices) {
    await owner(`DO $$ BEGIN CREATE ROLE ${service}; EXCEPTION WHEN duplicate_object THEN END $$`)
  }
  await owner("CREATE ROLE plain_owner LOGIN CREATEDB CREATEROLE PASSWORD 'plain'")
  await owner(`GRANT ${databaseServices.join(', ')} TO plain_owner WITH ADMIN TRUE`)
  await up({ ownerUrl: url.href, database: 'plain' })
  const rows = await ask('catalog', 'SELECT id FROM things', { database: 'plain' })
  expect(rows).toEqual([])
})

it('rolls back a failed migration and names its service in one line', async () => {
  await up()
  write('catalog', '0002_wrong.sql', 'CREATE TABLE half (id int);\nSELECT nonsense;')
  await expect(up()).rejects.toThrow(
    /^The migrations of catalog failed: column "nonsense" does not exist \(0002_wrong\)$/,
  )
  rmSync(join(migrationsOf('catalog'), '0002_wrong.sql'))
  await up()
  expect(await owner("SELECT to_regclass('catalog.half') AS half", 'answerable')).toEqual([
    { half: null },
  ])
})

it('runs from the environment, and fails with a one-line reason', () => {
  const { ownerUrl } = server
  const wrong = run({ DATABASE_URL: ownerUrl, AUTH_DB_PASSWORD: 'a' })
  expect(wrong.status).toBe(1)
  expect(wrong.stderr).toMatch(/^migrate: .*CATALOG_DB_PASSWORD must be set.*\n$/)
  const passwords = Object.fromEntries(
    databaseServices.map((service) => [`${service.toUpperCase()}_DB_PASSWORD`, 'secret']),
  )
  const unreachable = run({ DATABASE_URL: 'postgres://o:p@127.0.0.1:1/x', ...passwords })
  expect(unreachable.status).toBe(1)
  expect(unreachable.stderr).toMatch(/^migrate: .*ECONNREFUSED.*\n$/)
  const url = databaseAt(ownerUrl, 'from_environment')
  expect(run({ DATABASE_URL: url, ...passwords })).toMatchObject({ status: 0, stderr: '' })
})

it('waits for locks in short turns that do not block others', async () => {
  await up()
  const reader = new pg.Client({ connectionString: databaseAt(server.ownerUrl, 'answerable') })
  await reader.connect()
  await reader.query('BEGIN; SELECT * FROM catalog.things')
  write('catalog', '0002_more.sql', 'ALTER TABLE things ADD COLUMN more text;')
  const migrating = up()
  const waiting = `SELECT count(*)::int AS waiting FROM pg_locks
    WHERE relation = 'catalog.things'::regclass AND NOT granted`
  // It enters the lock queue twice, and leaves it in between.
  for (const expected of [1, 0, 1, 0])
    await expect.poll(() => owner(waiting, 'answerable'), fast).toEqual([{ waiting: expected }])
  // While the migration waits for the lock, a write behind it waits for less than its own timeout.
  await expect.poll(() => owner(waiting, 'answerable'), fast).toEqual([{ waiting: 1 }])
  await ask('catalog', 'INSERT INTO things DEFAULT VALUES')
  await reader.query('COMMIT')
  await reader.end()
  await migrating
  expect(await ask('catalog', 'SELECT more FROM things')).toEqual([{ more: null }])
})

it('gives up on locks that are never released, in one line, without changes', async () => {
  await up()
  const reader = new pg.Client({ connectionString: databaseAt(server.ownerUrl, 'answerable') })
  await reader.connect()
  await reader.query('BEGIN; SELECT * FROM auth.people')
  write('auth', '0002_age.sql', 'ALTER TABLE people ADD COLUMN age int;')
  await expect(up({ patienceMilliseconds: 0 })).rejects.toThrow(
    /^The migrations of auth failed: others hold a lock that it needs \(0002_age\)$/,
  )
  await reader.end()
  await up()
  expect(await ask('auth', 'SELECT age FROM people')).toEqual([])
})

it('builds indexes during writes, also after an interrupted attempt', async () => {
  await up()
  const content = `-- Outside a transaction
    DROP INDEX CONCURRENTLY IF EXISTS people_by_name;
    CREATE INDEX CONCURRENTLY people_by_name ON people (name);
    ALTER TABLE people VALIDATE CONSTRAINT named;`
  write(
    'auth',
    '0003_named.sql',
    'ALTER TABLE people ADD CONSTRAINT named CHECK (name <> $$$$) NOT VALID;',
  )
  write('auth', '0004_index.sql', content)
  await owner('CREATE INDEX people_by_name ON auth.people (id)', 'answerable')
  await up()
  const [index] = await owner(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'people_by_name'",
    'answerable',
  )
  expect(index?.indexdef).toContain('(name)')
  expect(
    await owner("SELECT convalidated FROM pg_constraint WHERE conname = 'named'", 'answerable'),
  ).toEqual([{ convalidated: true }])
  const ran = await owner('SELECT count(*)::int AS count FROM auth.migrations', 'answerable')
  await up()
  expect(await owner('SELECT count(*)::int AS count FROM auth.migrations', 'answerable')).toEqual(
    ran,
  )
})

it('refuses a migration file that was changed after its run', async () => {
  const file = '0001_things.sql'
  await up()
  write('catalog', file, 'CREATE TABLE things (id bigserial PRIMARY KEY, more int);')
  await expect(up()).rejects.toThrow(
    'The migration 0001_things of catalog has been changed since it was run',
  )
  write('catalog', file, 'CREATE TABLE things (id bigserial PRIMARY KEY);')
  await up()
})

it('refuses a database from before the first release in one line, without changes', async () => {
  const database = 'before_the_first_release'
  await up({ database })
  await owner("UPDATE auth.migrations SET name = '0001_merged_later' WHERE id = 1", database)
  const applied = () => owner('SELECT name FROM auth.migrations ORDER BY id', database)
  const before = await applied()
  await expect(up({ database })).rejects.toThrow(
    'This data directory was made by a version before the first release. Move it away and start again.',
  )
  expect(await applied()).toEqual(before)
})

const fast = { interval: 10 }

const up = (options: Partial<MigrateOptions> = {}): Promise<void> =>
  migrate({
    ownerUrl: server.ownerUrl,
    database: 'answerable',
    passwords: passwordsOf('secret'),
    log,
    migrationsOf,
    ...options,
  })

const passwordsOf = (kind: string): Record<string, string> =>
  Object.fromEntries(databaseServices.map((service) => [service, `${kind} of ${service}`]))

const write = (service: string, file: string, sql: string): void => {
  mkdirSync(migrationsOf(service), { recursive: true })
  writeFileSync(join(migrationsOf(service), file), sql)
}

const run = (environment: Record<string, string>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...environment },
    encoding: 'utf8',
  })

const ask = (
  service: string,
  sql: string,
  { database = 'answerable', password = `secret of ${service}` } = {},
): Promise<Record<string, unknown>[]> => {
  const url = new URL(databaseAt(server.ownerUrl, database))
  url.username = service
  url.password = password
  return query(url.href, sql)
}

const owner = (sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> =>
  query(databaseAt(server.ownerUrl, database), sql)

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Everything that a migration run could have changed. */
const description = (): Promise<unknown> =>
  Promise.all(
    [
      'SELECT rolname, rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolconfig FROM pg_roles ORDER BY 1',
      'SELECT nspname, nspowner::regrole::text, nspacl::text FROM pg_namespace ORDER BY 1',
      "SELECT oid::regclass::text, relacl::text FROM pg_class WHERE relkind IN ('r', 'S') ORDER BY 1",
      'SELECT defaclnamespace::regnamespace::text, defaclobjtype, defaclacl::text FROM pg_default_acl ORDER BY 1, 2',
      'SELECT datname, datacl::text FROM pg_database ORDER BY 1',
      'SELECT * FROM auth.migrations UNION ALL SELECT * FROM moderation.migrations',
    ].map((sql) => owner(sql, 'answerable')),
  )
