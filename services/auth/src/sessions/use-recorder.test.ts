import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase, type TestDatabase } from '@answerable/service-kit/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUseRecorder } from './use-recorder.ts'

const silent = createLog({ service: 'test', level: 'silent' })
let database: TestDatabase
let owner: Pool
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase('auth')
  owner = openPool({ url: database.ownerUrl, max: 2, name: 'test', log: silent })
  await owner.query('SET search_path TO auth')
  pool = openPool({ url: database.url, max: 2, name: 'test', log: silent })
})
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
  await database.drop()
})

let members = 0

/** Members with sessions that were last used an hour ago; returns the hashes. */
const openSessions = async (count: number): Promise<string[]> => {
  members += count
  const { rows } = await pool.query<{ hash: string }>(
    `WITH added AS (
       INSERT INTO users (email, username)
       SELECT 'member-' || i || '@example.org', 'member-' || i
       FROM generate_series($1::integer, $2::integer) AS i RETURNING id
     )
     INSERT INTO sessions (hash, user_id, last_seen_at)
     SELECT id::text, id, now() - interval '1 hour' FROM added RETURNING hash`,
    [members - count + 1, members],
  )
  return rows.map(({ hash }) => hash)
}

/** The number of these sessions whose use is recorded, and of the transactions that recorded it. */
const recorded = async (hashes: readonly string[]) => {
  const { rows } = await pool.query<{ sessions: number; transactions: number }>(
    `SELECT count(*) AS sessions, count(DISTINCT xmin::text) AS transactions FROM sessions
     WHERE hash = ANY ($1) AND last_seen_at > now() - interval '1 minute'`,
    [hashes],
  )
  return rows[0]
}

test('the uses of a second are recorded with one statement for every 500', async () => {
  const hashes = await openSessions(600)
  const recorder = openUseRecorder({ db: pool, log: silent })
  for (const hash of [...hashes, ...hashes]) recorder.add(hash)
  await expect.poll(() => recorded(hashes)).toEqual({ sessions: 600, transactions: 2 })
  const [later = ''] = await openSessions(1)
  recorder.add(later)
  await expect.poll(() => recorded([later])).toEqual({ sessions: 1, transactions: 1 })
  await recorder.stop()
})

test('uses that are waiting are recorded at the stop', async () => {
  const hashes = await openSessions(3)
  const recorder = openUseRecorder({ db: pool, log: silent })
  for (const hash of hashes) recorder.add(hash)
  await recorder.stop()
  expect(await recorded(hashes)).toEqual({ sessions: 3, transactions: 1 })
})

test('a session that is ending is skipped, without waiting', async () => {
  const hashes = await openSessions(3)
  const recorder = openUseRecorder({ db: pool, log: silent })
  const other = await owner.connect()
  try {
    await other.query('BEGIN')
    await other.query('DELETE FROM auth.sessions WHERE hash = $1', [hashes[0]])
    for (const hash of hashes) recorder.add(hash)
    await recorder.stop()
    expect(await recorded(hashes)).toEqual({ sessions: 2, transactions: 1 })
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
})

test('a failure is logged, and later uses are recorded', async () => {
  const lines: string[] = []
  const log = createLog({ service: 'test', level: 'info' }, { write: (line) => lines.push(line) })
  const [hash = ''] = await openSessions(1)
  const recorder = openUseRecorder({ db: pool, log })
  await owner.query('ALTER TABLE auth.sessions RENAME TO sessions_elsewhere')
  recorder.add(hash)
  await expect.poll(() => lines).toHaveLength(1)
  await owner.query('ALTER TABLE auth.sessions_elsewhere RENAME TO sessions')
  recorder.add(hash)
  await expect.poll(() => recorded([hash])).toMatchObject({ sessions: 1 })
  await recorder.stop()
})
