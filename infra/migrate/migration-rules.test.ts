import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseServices, migrationsOf } from './migrate.ts'
import { statementsOf } from './run-migrations.ts'

/** The files up to this number create the schema of the first release. No site is upgraded by them. */
const firstRelease: Record<string, number> = {
  auth: 6,
  catalog: 8,
  moderation: 3,
  diagnostics: 1,
  notifications: 3,
}

type Rule = { forbids: RegExp; instead: string }

/** Statements that block a running site, or older programs that use an existing table. */
const rules: Rule[] = [
  { forbids: /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i, instead: 'CREATE INDEX CONCURRENTLY' },
  { forbids: /^DROP INDEX (?!CONCURRENTLY)/i, instead: 'DROP INDEX CONCURRENTLY' },
  {
    forbids:
      /^ALTER TABLE .*\bADD (CONSTRAINT|CHECK|FOREIGN KEY)\b(?!.*\b(NOT VALID|USING INDEX)\b)/is,
    instead: 'ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in a file outside a transaction',
  },
  {
    forbids: /^ALTER TABLE .*\bADD COLUMN\b(?=.*\bNOT NULL\b)(?!.*\bDEFAULT\b)/is,
    instead: 'a column that may be null or has a default',
  },
  {
    forbids: /^ALTER TABLE .*\bADD COLUMN\b.*\b(random|gen_random_uuid|uuidv7|clock_timestamp)\(/is,
    instead: 'a column without a default that differs by row, filled in parts',
  },
  { forbids: /^ALTER TABLE .*\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/is, instead: 'a new column' },
  { forbids: /^ALTER TABLE .*\bSET NOT NULL\b/is, instead: 'a CHECK that is validated later' },
  {
    forbids: /^(ALTER TABLE .*\b(RENAME|DROP COLUMN)\b|DROP TABLE\b)/is,
    instead: 'this in the version after the one whose programs still use it',
  },
  {
    forbids: /^(LOCK|TRUNCATE|VACUUM FULL|CLUSTER|REINDEX (?!.*CONCURRENTLY))/i,
    instead: 'nothing',
  },
]

const repeatable =
  /^(CREATE (UNIQUE )?INDEX CONCURRENTLY|DROP INDEX CONCURRENTLY IF EXISTS|ALTER TABLE \S+\s+VALIDATE CONSTRAINT|CALL \w+)\b/i

const tableOf = (statement: string): string | undefined =>
  /^(?:ALTER TABLE (?:ONLY )?|CREATE (?:UNIQUE )?INDEX .*? ON |DROP TABLE )(\w+)/is.exec(
    statement,
  )?.[1]

/** One message per violation in a migration. Statements after `-- Safe:` with a reason are exempt. */
const faultsOf = (content: string): string[] => {
  const reviewed = content.replace(/^-- Safe: \S.*\n[^;]*;/gm, '')
  const statements = statementsOf(reviewed)
  if (content.startsWith('-- Outside a transaction'))
    return statements
      .filter((statement) => !repeatable.test(statement))
      .map((statement) => `cannot be repeated outside a transaction: ${statement}`)
  const created = new Set(
    statements.map((statement) => /^CREATE TABLE (\w+)/i.exec(statement)?.[1] ?? ''),
  )
  return statements
    .filter((statement) => !created.has(tableOf(statement) ?? 'none'))
    .flatMap((statement) =>
      [
        ...rules.filter(({ forbids }) => forbids.test(statement)).map(({ instead }) => instead),
        ...(/\bCONCURRENTLY\b/i.test(statement) ? ['a file outside a transaction'] : []),
      ].map((instead) => `${statement.replaceAll(/\s+/g, ' ')}: write ${instead}`),
    )
}

test.each(databaseServices)(
  'new migrations of %s do not block the running site or its previous version',
  (service) => {
    const newer = readdirSync(migrationsOf(service)).filter(
      (file) => Number(file.slice(0, 4)) > (firstRelease[service] ?? 0),
    )
    for (const file of newer)
      expect(faultsOf(readFileSync(join(migrationsOf(service), file), 'utf8')), file).toEqual([])
  },
)

test.each([
  'CREATE INDEX a ON votes (b);',
  'CREATE UNIQUE INDEX a ON votes (b);',
  'DROP INDEX a;',
  'ALTER TABLE votes ADD CONSTRAINT a CHECK (b > 0);',
  'ALTER TABLE votes ADD COLUMN a int NOT NULL;',
  'ALTER TABLE votes ADD COLUMN a uuid NOT NULL DEFAULT gen_random_uuid();',
  'ALTER TABLE votes ALTER COLUMN a TYPE bigint;',
  'ALTER TABLE votes ALTER a SET NOT NULL;',
  'ALTER TABLE votes RENAME COLUMN a TO b;',
  'ALTER TABLE votes DROP COLUMN a;',
  'DROP TABLE votes;',
  'CREATE INDEX CONCURRENTLY a ON votes (b);',
  '-- Outside a transaction\nUPDATE votes SET a = 1;',
])('the rules notice: %s', (content) => {
  expect(faultsOf(content)).toHaveLength(1)
})

test.each([
  'CREATE TABLE new (a int);\nCREATE INDEX b ON new (a);\nALTER TABLE new ADD CONSTRAINT c CHECK (a > 0);',
  'ALTER TABLE votes ADD COLUMN a int NOT NULL DEFAULT 0;',
  'ALTER TABLE votes ADD CONSTRAINT a CHECK (b > 0) NOT VALID;',
  '-- Outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS a;\nCREATE INDEX CONCURRENTLY a ON votes (b);',
  '-- Outside a transaction\nALTER TABLE votes VALIDATE CONSTRAINT a;',
  '-- Safe: the table has at most ten rows.\nCREATE INDEX a ON settings (b);',
])('the rules allow: %s', (content) => {
  expect(faultsOf(content)).toEqual([])
})
