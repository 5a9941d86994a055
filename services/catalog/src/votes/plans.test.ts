import { randomUUID } from 'node:crypto'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { expect, test } from 'vitest'
import { castJoins } from '../participation/store.ts'
import { countAllParticipants, insertMany } from '../testing/fixtures.ts'
import { type Ballot, castVotes } from './store.ts'

const log = createLog({ service: 'test', level: 'silent' })
const many = 5_000
const group = 20

/** A ballot on a submission of its own. */
const ballot = (number: number, choice: Ballot['choice'], joinedAt: string): Ballot => {
  const accountId = randomUUID()
  return {
    accountId,
    submissionId: String(number).padStart(8, '0'),
    choice,
    requestId: 'test',
    voter: { id: accountId, joinedAt },
    network: `network-${number}`,
    isBurst: false,
  }
}
const ballots = (choice: Ballot['choice'], joinedAt: string) =>
  Array.from({ length: group }, (_, index) => ballot(index + 1, choice, joinedAt))

/** The number of rows of the tables read so far, by any access method. */
const rowsRead = async (pool: Pool): Promise<number> => {
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ read: number }>(
    `SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = ANY ($1))::float8
       + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = ANY ($1))::float8 AS read`,
    [
      [
        ...['submissions', 'voters', 'authors', 'newcomers', 'businesses', 'participation_changes'],
        ...['votes', 'holds', 'unusual_activity'],
        ...['participations', 'participation_holds', 'counted_participations'],
        'unusual_participation',
      ],
    ],
  )
  return rows[0]?.read ?? Number.NaN
}

type Database = { owner: Pool; pool: Pool }

/** Runs a test on a database with many submissions and no ballots, with one connection each for owner and service. */
const withSubmissions = async (run: (database: Database) => Promise<void>): Promise<void> => {
  const database = await cloneDatabase('catalog')
  const owner = openPool({ url: database.ownerUrl, max: 1, name: 'test', log })
  const pool = openPool({ url: database.url, max: 1, name: 'test', log })
  try {
    await owner.query('SET search_path TO catalog, public')
    // The service's role avoids sequential scans. The functions must do so by themselves.
    await pool.query('SET enable_seqscan = on')
    await insertMany(
      database.ownerUrl,
      `INSERT INTO submissions (id, target_name, location, reasons)
       SELECT lpad(i::text, 8, '0'), 'Acme', 'Springfield', 'Anvils.'
       FROM generate_series(1, $1::integer) AS i`,
      [many],
    )
    await owner.query('ANALYZE')
    await run({ owner, pool })
  } finally {
    await Promise.all([owner.end(), pool.end()])
    await database.drop()
  }
}

/** Fills the tables of votes and joins. */
const fill = async ({ owner, pool }: Database): Promise<void> => {
  for (const statement of [
    'INSERT INTO voters SELECT uuidv7(), uuidv7() FROM generate_series(1, $1::integer)',
    `INSERT INTO authors (id, username, suspended)
     SELECT uuidv7(), 'author-' || i, true FROM generate_series(1, $1::integer) AS i`,
    'INSERT INTO votes (user_id, submission_id, value) SELECT uuidv7(), id, 1 FROM submissions LIMIT $1',
    `INSERT INTO holds (submission_id, user_id, rule)
     SELECT submission_id, user_id, 'network' FROM votes LIMIT $1`,
    'INSERT INTO unusual_activity (submission_id, held) SELECT id, 1 FROM submissions LIMIT $1 ON CONFLICT DO NOTHING',
    'INSERT INTO participations (user_id, submission_id, value) SELECT uuidv7(), id, 1 FROM submissions LIMIT $1',
  ]) {
    await owner.query(statement, [many])
  }
  await countAllParticipants(pool)
  await owner.query('VACUUM participation_changes')
  // What this connection has read is counted now, and not later beside the votes.
  await owner.query('SELECT pg_stat_force_next_flush()')
}

test.each([
  { of: 'new accounts, to which every rule applies', joinedAt: new Date().toISOString() },
  { of: 'old accounts', joinedAt: '2026-01-01T00:00:00.000Z' },
])(
  'votes of $of read few rows also by a plan that was made when the tables were empty',
  async ({ joinedAt }) => {
    await withSubmissions(async ({ owner, pool }) => {
      await castVotes(pool, ballots(1, joinedAt))
      await fill({ owner, pool })
      const before = await rowsRead(pool)
      const answered = await castVotes(pool, ballots(-1, joinedAt))
      await castVotes(pool, ballots(null, joinedAt))
      expect(answered.size).toBe(group)
      expect((await rowsRead(pool)) - before).toBeLessThan(50 * group)
    })
  },
)

test('joins read few rows also by a plan that was made when the tables were empty', async () => {
  await withSubmissions(async ({ owner, pool }) => {
    const castAll = async () => {
      const joins = ballots(1, '2026-01-01T00:00:00.000Z')
      await castJoins(pool, joins)
      const answered = await castJoins(
        pool,
        joins.map((join) => ({ ...join, choice: null })),
      )
      expect(answered.size).toBe(group)
      await countAllParticipants(pool)
    }
    await castAll()
    await fill({ owner, pool })
    const before = await rowsRead(pool)
    await castAll()
    expect((await rowsRead(pool)) - before).toBeLessThan(100 * group)
  })
})
