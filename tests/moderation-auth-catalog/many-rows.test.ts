import type { Viewer } from '@answerable/contracts/sessions'
import type { Pool } from '@answerable/service-kit/db'
import { newMember, type TestService } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModerationSite, startModerationSite } from './site.ts'

const many = 100_000

const admin: Viewer = { ...newMember(), role: 'admin' }
let large: ModerationSite

beforeAll(async () => {
  large = await startModerationSite()
  await fill(large, many)
})
afterAll(() => large.stop())

/**
 * Every 20th submission is flagged and has a held vote, every 50th is removed, every 200th is boosted.
 * Inserts as many accounts, decisions, votes, comments and sessions. Fifty rows of each belong to the
 * administrator.
 */
const fill = async ({ owner }: ModerationSite, count: number): Promise<void> => {
  // Row by row, these triggers would take minutes. What they write is inserted below.
  await switchTriggers(owner.catalog, 'DISABLE')
  await query(
    owner.catalog,
    count,
    `INSERT INTO authors (id, username) SELECT uuidv7(), 'author-' || i FROM generate_series(1, 100) AS i
       WHERE $1::integer > 0`,
    `INSERT INTO businesses (id, slug, name, boycott_count)
       SELECT lpad(i::text, 8, '0'), 'company-' || i, 'Company ' || md5(i::text), 1
       FROM generate_series(1, $1::integer) AS i`,
    `INSERT INTO business_names (key, business_id, name)
       SELECT 'company' || md5(i::text), lpad(i::text, 8, '0'), 'Company ' || md5(i::text)
       FROM generate_series(1, $1::integer) AS i`,
    `INSERT INTO submissions (
       id, author_id, target_name, location, reasons, score, super_boost, flag_count, approved, created_at,
       business_id
     ) SELECT lpad(i::text, 8, '0'), (SELECT id FROM authors LIMIT 1), 'Company ' || md5(i::text),
         'Town ' || i % 500, 'Because of ' || md5((i + 1)::text), i % 997,
         CASE WHEN i % 200 = 0 THEN 50 ELSE 0 END, CASE WHEN i % 20 = 1 THEN 1 + i % 7 ELSE 0 END,
         i % 50 <> 0, now() - i * interval '1 minute', lpad(i::text, 8, '0')
       FROM generate_series(1, $1::integer) AS i`,
    `INSERT INTO submission_facets (submission_id, approved, business_id, created_at)
       SELECT id, approved, business_id, created_at FROM submissions WHERE $1::integer > 0`,
    `INSERT INTO submission_search (submission_id, business_id, words, name)
       SELECT id, business_id, to_tsvector('simple', concat_ws(' ', id, target_name, location, reasons)),
         lower(target_name)
       FROM submissions WHERE $1::integer > 0`,
    `INSERT INTO flags (user_id, submission_id, reason, flagged_text)
       SELECT uuidv7(), id, 'Not true.', '{"targetName":"A","location":"B","reasons":"C","sources":null}'
       FROM submissions WHERE flag_count > 0 AND $1::integer > 0`,
    `INSERT INTO authors (id, username) SELECT '${admin.id}', 'chief' WHERE $1::integer > 0`,
    `UPDATE submissions SET author_id = '${admin.id}' WHERE id::integer % ($1::integer / 50) = 0`,
    `INSERT INTO votes (user_id, submission_id, value)
       SELECT ${adminOr('uuidv7()')}, id, 1 FROM submissions`,
    `INSERT INTO comments (id, submission_id, author_id, content)
       SELECT uuidv7(), id, ${adminOr('(SELECT id FROM authors LIMIT 1)')}, 'x' FROM submissions`,
    `INSERT INTO flags (user_id, submission_id, reason, flagged_text)
       SELECT '${admin.id}', id, 'Not true.', '{}' FROM submissions
       WHERE id::integer % ($1::integer / 50) = 0`,
    `INSERT INTO holds (submission_id, user_id, rule)
       SELECT submission_id, user_id, 'network' FROM votes
       WHERE submission_id::integer % 20 = 1 AND $1::integer > 0`,
    `INSERT INTO unusual_activity (submission_id, held, burst, burst_since, latest_at)
       SELECT id, CASE WHEN id::integer % 20 = 1 THEN 1 ELSE 0 END,
         CASE WHEN id::integer % 100 = 1 THEN 3 ELSE 0 END, now(),
         now() - id::integer * interval '1 minute'
       FROM submissions WHERE $1::integer > 0`,
  )
  await switchTriggers(owner.catalog, 'ENABLE')
  await query(
    owner.auth,
    count,
    `INSERT INTO users (email, username, suspended_at, created_at)
       SELECT 'user-' || i || '@example.org', 'otter' || i % 5000 || '-' || i,
         CASE WHEN i % 100 = 0 THEN now() END, now() - i * interval '1 second'
       FROM generate_series(1, $1::integer) AS i`,
    `INSERT INTO users (id, email, username, is_admin)
       SELECT '${admin.id}', 'chief@example.org', 'chief', true WHERE $1::integer > 0`,
    `INSERT INTO sessions (hash, user_id)
       SELECT md5(i::text), CASE WHEN i % ($1::integer / 50) = 0 THEN '${admin.id}'
         ELSE (SELECT id FROM users LIMIT 1) END
       FROM generate_series(1, $1::integer) AS i`,
  )
  await query(
    owner.moderation,
    count,
    `INSERT INTO decisions (id, kind, submission_id, admin_id, admin_username, request_id, state)
       SELECT lpad(to_hex(i), 32, '0')::uuid, 'approve', lpad(i::text, 8, '0'), uuidv7(), 'chief', 'x',
         'applied'
       FROM generate_series(1, $1::integer) AS i`,
    `INSERT INTO decision_log (position, decision_id, payload, payload_hash, previous_hash, row_hash)
       SELECT i, lpad(to_hex(i), 32, '0')::uuid, json_build_object(
           'decisionId', lpad(to_hex(i), 32, '0')::uuid, 'decidedAt', '2026-01-01T00:00:00.000Z',
           'moderatorId', lpad(to_hex(i), 32, '0')::uuid, 'kind', 'approve', 'boostValue', NULL,
           'appealId', NULL, 'reasonCode', NULL, 'noteHash', NULL,
           'subject', json_build_object('kind', 'submission', 'id', 'x', 'category', NULL),
           'before', '{"approved":true,"superBoost":0,"flagCount":0,"score":0,"version":1}'::json,
           'after', '{"approved":true,"superBoost":0,"flagCount":0,"score":0,"version":2}'::json
         ), sha256('x'), sha256('x'), sha256('x')
       FROM generate_series(1, $1::integer) AS i`,
    `INSERT INTO decisions (id, kind, account_id, admin_id, admin_username, request_id, state)
       SELECT uuidv7(), 'suspend', CASE WHEN i % ($1::integer / 50) = 0 THEN '${admin.id}' ELSE uuidv7() END,
         uuidv7(), 'chief', 'x', 'applied'
       FROM generate_series(1, $1::integer) AS i`,
    `INSERT INTO appeals (decision_id, submission_id, author_id, text)
       SELECT id, submission_id,
         CASE WHEN submission_id::integer % ($1::integer / 50) = 0 THEN '${admin.id}' ELSE uuidv7() END, 'x'
       FROM decisions WHERE submission_id IS NOT NULL AND submission_id::integer % 20 = 0`,
  )
  for (const pool of Object.values(owner)) {
    await run(pool, [{ text: 'VACUUM ANALYZE' }, { text: 'SELECT pg_stat_reset()' }])
  }
}

const switchTriggers = async (pool: Pool, change: 'DISABLE' | 'ENABLE'): Promise<void> => {
  for (const table of ['submissions', 'businesses', 'business_names'])
    await pool.query(`ALTER TABLE ${table} ${change} TRIGGER USER`)
}

const adminOr = (other: string): string =>
  `CASE WHEN id::integer % ($1::integer / 50) = 0 THEN '${admin.id}' ELSE ${other} END`

const query = (pool: Pool, count: number, ...statements: string[]): Promise<void> =>
  run(
    pool,
    statements.map((text) => ({ text, values: [count] })),
  )

/** Runs statements one after the other, without the time limit of the pool. */
const run = async (
  pool: Pool,
  statements: readonly { text: string; values?: unknown[] }[],
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    for (const statement of statements) {
      await client.query({ ...statement, ...{ query_timeout: 600_000 } })
    }
  } finally {
    client.release()
  }
}

const paths = [
  '/api/admin/stats',
  '/api/admin/flagged',
  '/api/admin/flagged?page=2',
  ...['all', 'public', 'flagged', 'removed', 'boosted'].flatMap((state) =>
    ['newest', 'oldest', 'top'].map((sort) => `/api/admin/submissions?state=${state}&sort=${sort}`),
  ),
  '/api/admin/submissions?search=c4ca42',
  '/api/admin/submissions?search=company+town+17+c4ca42&state=public',
  '/api/admin/submissions?search=00000017',
  '/api/admin/submissions/00000996',
  '/api/admin/submissions/00000996/rank?boost=100',
  '/api/admin/users',
  '/api/admin/users?state=suspended',
  '/api/admin/users?role=member&state=active',
  '/api/admin/users?search=otter17',
  '/api/admin/users?search=user-17%40example.org',
  '/api/moderation-log',
  '/api/moderation-log?page=20',
  '/api/admin/held-votes',
  '/api/admin/held-votes?page=20',
  '/api/account',
  '/api/account/export',
  ...['submissions', 'comments', 'votes', 'flags'].map(
    (kind) => `/api/account/contributions?kind=${kind}`,
  ),
  '/api/account/decisions',
]

const serviceOf = ({ auth, catalog, moderation }: ModerationSite, path: string): TestService => {
  if (path.startsWith('/api/account/contributions')) return catalog
  return path === '/api/account' || path === '/api/account/export' ? auth : moderation
}

test('no route scans a large table', async () => {
  for (const path of paths) {
    for (let round = 0; round < 2; round += 1) {
      await until(async () => {
        // A busy machine may refuse a call with 503.
        const response = await serviceOf(large, path).send(
          { method: 'GET', path },
          { viewer: admin },
        )
        expect(response.status, path).toBe(200)
      })
    }
  }
  const tables = ['submissions', 'submission_search', 'users', 'decisions', 'decision_log']
  tables.push('votes', 'comments', 'holds', 'unusual_activity', 'sessions')
  await until(async () => {
    for (const pool of Object.values(large.owner)) {
      const { rows } = await pool.query<{ table: string; read: number; lookups: number }>(
        `SELECT relname AS table, seq_tup_read AS read, idx_scan AS lookups
           FROM pg_stat_user_tables
           WHERE schemaname = current_schema AND relname = ANY ($1)`,
        [tables],
      )
      for (const { table, read, lookups } of rows) {
        expect(lookups, table).toBeGreaterThan(0)
        expect(read, table).toBeLessThan(many)
      }
    }
  })
})
