import type { Db } from '@answerable/service-kit/db'
import pg from 'pg'
import { scramVerifier } from './scram.ts'

const { escapeIdentifier: name, escapeLiteral: text } = pg

/**
 * Services whose queries always use an index if there is one: a plan cached while a table was empty would
 * scan it forever. Set on the role, because a pooler would refuse it on the connection.
 */
const byIndex: ReadonlySet<string> = new Set(['auth', 'catalog'])

/** Creates the login role of a service, or sets its password. Roles belong to the whole server. */
export const ensureRole = async (db: Db, service: string, password: string): Promise<void> => {
  const { rowCount } = await db.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [service])
  if (rowCount === 0) await db.query(`CREATE ROLE ${name(service)}`)
  await db.query(`
    ALTER ROLE ${name(service)} LOGIN PASSWORD ${text(scramVerifier(password))};
    ALTER ROLE ${name(service)} SET search_path = ${name(service)}, public;
    ALTER ROLE ${name(service)} SET statement_timeout = '2s';
    ALTER ROLE ${name(service)} SET lock_timeout = '1s';
    ALTER ROLE ${name(service)} SET jit = off;
    ALTER ROLE ${name(service)} SET enable_seqscan = ${byIndex.has(service) ? 'off' : 'on'};
  `)
}

/**
 * Creates the schema of a service, owned by the migrating role. The service may read and write rows only:
 * no DDL, no TRUNCATE, no other schema. The rights are defaults for future tables and are never granted
 * again on existing tables, so that a REVOKE in a migration stays.
 */
export const ensureSchema = async (db: Db, service: string): Promise<void> => {
  const schema = name(service)
  const defaults = `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema}`
  await db.query(`
    CREATE SCHEMA IF NOT EXISTS ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO ${schema};
    ${defaults} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${schema};
    ${defaults} GRANT USAGE, SELECT ON SEQUENCES TO ${schema};
  `)
}

/** Allows only these services to connect to a database. */
export const closeDatabase = async (
  db: Db,
  database: string,
  services: readonly string[],
): Promise<void> => {
  await db.query(`
    REVOKE ALL ON DATABASE ${name(database)} FROM PUBLIC;
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${name(database)} TO ${services.map(name).join(', ')};
    GRANT USAGE ON SCHEMA public TO ${services.map(name).join(', ')};
  `)
}

/**
 * Creates the extensions that all services may use, in the schema `public`, and `without_accents`. The extensions are
 * trusted, so that the owner of the database may create them. `unaccent` itself is only STABLE, because its rules can
 * be replaced; `without_accents` names the rules, so that it can be used in indexes and generated columns.
 */
export const ensureExtensions = async (db: Db): Promise<void> => {
  await db.query(`
    CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
    CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public;
  `)
  const { rowCount } = await db.query(
    `SELECT WHERE to_regprocedure('public.without_accents(text)') IS NULL`,
  )
  if (rowCount === 0) return
  await db.query(`
    CREATE FUNCTION public.without_accents(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN public.unaccent('public.unaccent'::regdictionary, $1)
  `)
}
