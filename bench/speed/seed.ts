import { createHash } from 'node:crypto'
import { readConfig } from '@answerable/auth/config'
import { voterRulesOf } from '@answerable/auth/mailboxes'
import { categories } from '@answerable/contracts/submissions'
import pg from 'pg'
import type { Stack } from './stack.ts'

export type Member = {
  id: string
  cookie: string
  /** A separate address, because limits count by network. */
  address: string
}

export const memberCount = 20_000

/** The same members every time. */
export const memberAt = (index: number): Member => ({
  id: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
  cookie: `sid=bench-${index}`,
  address: addressAt(index),
})

/** Addresses from the block for benchmarks (RFC 2544). */
export const addressAt = (index: number): string =>
  `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`

/** The same ids every time: eight hexadecimal digits of a running number's hash. */
export const submissionAt = (index: number): string =>
  createHash('md5').update(`bench-${index}`).digest('hex').slice(0, 8)

export const asOwner = async (ownerUrl: string, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Members with accounts of two months, each with a session that was last used `idleMinutes` ago. */
export const seedMembers = (
  { ownerUrl, environmentOf }: Pick<Stack, 'ownerUrl' | 'environmentOf'>,
  { from, to, idleMinutes } = { from: 0, to: memberCount, idleMinutes: 0 },
): Promise<void> =>
  asOwner(ownerUrl, [
    `CREATE TEMP TABLE people AS SELECT
       ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id, n
     FROM generate_series(${from}, ${to - 1}) AS n`,
    // With the current rules, so that auth does not compute and publish all voter ids during the measurements.
    `INSERT INTO auth.users (id, email, username, created_at, voter_id, voter_rules)
     SELECT id, 'bench-' || n || '@example.org', 'bench-' || n, now() - interval '60 days', id,
       '${voterRulesOf(readConfig(environmentOf('auth')).CODE_KEY)}' FROM people`,
    `INSERT INTO auth.sessions (user_id, hash, last_seen_at) SELECT id,
       rtrim(translate(encode(sha256(convert_to('bench-' || n, 'UTF8')), 'base64'), '+/', '-_'), '='),
       now() - ${idleMinutes} * interval '1 minute'
     FROM people`,
    `INSERT INTO catalog.authors (id, username) SELECT id, 'bench-' || n FROM people`,
    'INSERT INTO catalog.voters (user_id, voter_id) SELECT id, id FROM people',
    'ANALYZE auth.users, auth.sessions, catalog.authors, catalog.voters',
  ])

const tables = ['submissions', 'businesses', 'business_names'] as const

const countries = 'US GB DE FR IN BR CA AU JP ES IT NL SE ZA KE NZ IS FJ'.split(' ')

/** One of the values for row `n`, as SQL: the first ones are frequent, more so with a higher exponent. */
const frequent = (values: readonly string[], exponent: number): string =>
  `(ARRAY[${values.map((value) => `'${value}'`).join()}])[1 + floor(${values.length}
     * power((n::bigint * 7919 % 10007)::float8 / 10007, ${exponent}))::integer]`

/** The category and the country of submission `n`, as SQL. */
export const categoryOfSubmission = frequent(Object.keys(categories), 2)
export const countryOfSubmission = frequent(countries, 3)

/** Submissions from number `from` to number `to`. A row has half a kilobyte, as in the limits. */
export const seedSubmissions = (ownerUrl: string, from: number, to: number): Promise<void> =>
  asOwner(ownerUrl, [
    // Nothing is searched for here, and storing the words takes longer than the rows. Each submission has a business
    // of its own; without the triggers, all are written at once, and catalog has no words to store in the background.
    ...tables.map((table) => `ALTER TABLE catalog.${table} DISABLE TRIGGER USER`),
    `INSERT INTO catalog.businesses (id, slug, name, kind, boycott_count)
     SELECT left(md5('business-' || n), 8), 'company-' || n, 'Company ' || n, 'business', 1
     FROM generate_series(${from}, ${to - 1}) AS n ON CONFLICT DO NOTHING`,
    `INSERT INTO catalog.business_names (key, business_id, name)
     SELECT 'company' || n, left(md5('business-' || n), 8), 'Company ' || n
     FROM generate_series(${from}, ${to - 1}) AS n ON CONFLICT DO NOTHING`,
    `INSERT INTO catalog.business_slugs (slug, business_id)
     SELECT 'company-' || n, left(md5('business-' || n), 8)
     FROM generate_series(${from}, ${to - 1}) AS n ON CONFLICT DO NOTHING`,
    `INSERT INTO catalog.submissions
       (id, business_id, author_id, target_name, location, category, country, reasons, sources, score, comment_count, created_at)
     SELECT left(md5('bench-' || n), 8), left(md5('business-' || n), 8),
       ('00000000-0000-4000-8000-' || lpad(to_hex(n % ${memberCount}), 12, '0'))::uuid,
       'Company ' || n, 'Springfield', ${categoryOfSubmission}, ${countryOfSubmission},
       left(repeat('It sells anvils that fall on the wrong people. ', 5), 180),
       'https://example.org/reports/' || n,
       (('x' || left(md5('score-' || n), 6))::bit(24)::integer % 2000) - 200, n % 7,
       timestamptz '2026-01-01' + n * interval '17 seconds'
     FROM generate_series(${from}, ${to - 1}) AS n
     ON CONFLICT DO NOTHING`,
    // The feed counts and filters by these.
    `INSERT INTO catalog.submission_facets
       (submission_id, approved, category, country, business_id, created_at)
     SELECT id, approved, category, country, business_id, created_at FROM catalog.submissions
     ON CONFLICT DO NOTHING`,
    ...tables.map((table) => `ALTER TABLE catalog.${table} ENABLE TRIGGER USER`),
    'VACUUM (ANALYZE) catalog.submissions, catalog.submission_facets, catalog.businesses, catalog.business_names',
    'ANALYZE',
    'CHECKPOINT',
  ])
