import { randomUUID } from 'node:crypto'
import { applyVoidAccountVotes, writeAuthorState } from '@answerable/contracts/review-internal'
import { castVote } from '@answerable/contracts/votes'
import type { Pool } from '@answerable/service-kit/db'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { untilAvailable } from '@answerable/service-kit/testing/until-available'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import { findDrift, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(async () => {
  expect(await findDrift(service.db)).toEqual([])
  await service.stop()
})

type Member = ReturnType<typeof newMember>

const beginVoiding = (accountId: string, decisionId: string) =>
  service.call(applyVoidAccountVotes, { body: { decisionId, accountId } }, { issuer: 'moderation' })

/** Like moderation, calls again while a slow machine does not finish in time: the next call continues. */
const voidVotesOf = (accountId: string, decisionId: string) =>
  untilAvailable(() => beginVoiding(accountId, decisionId))

const suspend = (user: Member, suspended = true, version = 2) =>
  service.call(writeAuthorState, { body: { user, version, suspended } }, { issuer: 'moderation' })

/** Submissions in id order, and a suspended account with a counting vote on each. */
const voterOnMany = async (count: number) => {
  const account = newMember()
  const { rows } = await service.db.query<{ id: string }>(
    `WITH added AS (
       INSERT INTO submissions (id, target_name, location, reasons, score)
       SELECT left(md5($1 || i), 8), 'Acme', 'Springfield', 'Anvils.', 1
       FROM generate_series(1, $2::integer) AS i RETURNING id
     ), voted AS (
       INSERT INTO votes (user_id, submission_id, value) SELECT $1::uuid, id, 1 FROM added
     ), counted AS (
       UPDATE counters SET value = value + $2::integer
     ) SELECT id FROM added ORDER BY id`,
    [account.id, count],
  )
  await suspend(account)
  return { account, ids: rows.map(({ id }) => id) }
}

const scoreOf = async (ids: readonly string[]) => {
  const { rows } = await service.db.query<{ score: number }>(
    'SELECT sum(score) AS score FROM submissions WHERE id = ANY ($1)',
    [ids],
  )
  return rows[0]?.score
}

/** Runs the work while another transaction holds locks on these rows. */
const whileLocked = async (
  db: Pool,
  { table, id, column }: { table: string; id: string; column: string },
  work: (lock: Pick<Pool, 'query'>) => Promise<void>,
): Promise<void> => {
  const client = await db.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SELECT FROM ${table} WHERE ${column} = $1 FOR NO KEY UPDATE`, [id])
    await work(client)
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

/** Cancels the statement with which the call waits for a lock, and returns the status of the call. */
const interrupt = async (call: () => Promise<{ status: number }>): Promise<number> => {
  for (;;) {
    let hasEnded = false
    const calling = call().finally(() => {
      hasEnded = true
    })
    const end = await until(async () => {
      const { rowCount } = await service.db.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rowCount === 1 ? 'interrupted' : hasEnded && 'own'
    })
    const { status } = await calling
    // On a slow machine a call may end before it waits.
    if (end === 'interrupted' || status !== 503) return status
  }
}

test('voiding more votes than one batch continues after an interruption and counts all of them', async () => {
  const { account, ids } = await voterOnMany(1_100)
  const decisionId = randomUUID()
  const late = { table: 'submissions', column: 'id', id: ids.at(-1) ?? '' }
  await whileLocked(service.db, late, async () => {
    expect(await interrupt(() => beginVoiding(account.id, decisionId))).toBeGreaterThanOrEqual(500)
  })
  expect(await scoreOf(ids)).toBe(100)
  await suspend(account, false, 3)
  expect((await voidVotesOf(account.id, decisionId)).body).toEqual({
    voteCount: 1_100,
    participationCount: 0,
  })
  expect((await voidVotesOf(account.id, decisionId)).body).toEqual({
    voteCount: 1_100,
    participationCount: 0,
  })
  expect(await scoreOf(ids)).toBe(0)
})

test('a decision counts only its own votes, also with concurrent decisions', async () => {
  const { account, ids } = await voterOnMany(600)
  const [one, other] = [randomUUID(), randomUUID()]
  const responses = await Promise.all([one, one, other].map((id) => voidVotesOf(account.id, id)))
  const [first, again, second] = responses.map(({ body }) => body.voteCount)
  expect(again).toBe(first)
  expect((first ?? 0) + (second ?? 0)).toBe(600)
  expect(await scoreOf(ids)).toBe(0)
})

test('an account deletion waits for the voter row without locking a submission', async () => {
  const { id } = await propose(service)
  const viewer = newMember()
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer })
  const voter = { table: 'voters', column: 'user_id', id: viewer.id }
  let leaving = Promise.resolve()
  await whileLocked(service.db, voter, async (lock) => {
    leaving = eraseAuthor(service.db, { userId: viewer.id, requestId: null })
    await until(async () => {
      const { rowCount } = await service.db.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM voters%'`,
      )
      expect(rowCount).toBe(1)
    })
    await lock.query('SELECT FROM submissions WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [id])
  })
  await leaving
  const { rowCount } = await service.db.query('SELECT FROM voters WHERE user_id = $1', [viewer.id])
  expect(rowCount).toBe(0)
})
