import { createHash } from 'node:crypto'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { rowsScanned } from '@answerable/service-kit/testing/rows-scanned'
import { expect, test } from 'vitest'
import { openSessionFinder } from './store.ts'

const log = createLog({ service: 'test', level: 'silent' })
const many = 5_000
const tables = ['sessions', 'users']
const hashAt = (number: number) => createHash('sha256').update(`${number}`).digest('hex')

test('a session is found by index, even by a plan from when the table was empty', async () => {
  const database = await cloneDatabase('auth')
  const owner = openPool({ url: database.ownerUrl, max: 1, name: 'test', log })
  const pool = openPool({ url: database.url, max: 1, name: 'test', log })
  const find = openSessionFinder(pool)
  try {
    await owner.query('SET search_path TO auth')
    await owner.query('ANALYZE')
    // PostgreSQL may choose a generic plan after five executions.
    for (let run = 1; run <= 7; run += 1) expect(await find(hashAt(run))).toBeNull()
    await owner.query(
      `INSERT INTO users (email, username)
       SELECT 'member-' || i || '@example.org', 'member-' || i FROM generate_series(1, $1::integer) AS i`,
      [many],
    )
    await owner.query(
      `INSERT INTO sessions (hash, user_id, device)
       SELECT encode(sha256(substr(username, 8)::bytea), 'hex'), id, 'Firefox on Linux' FROM users`,
    )
    const before = await rowsScanned(pool, tables)
    expect(await find(hashAt(77))).toMatchObject({ username: 'member-77' })
    expect((await rowsScanned(pool, tables)) - before).toBe(0)
  } finally {
    await Promise.all([owner.end(), pool.end()])
    await database.drop()
  }
})
