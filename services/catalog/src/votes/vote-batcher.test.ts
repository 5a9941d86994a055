import { randomUUID } from 'node:crypto'
import type { Submission } from '@answerable/contracts/submissions'
import { openPool } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { createLog } from '@answerable/service-kit/log'
import { noMetrics } from '@answerable/service-kit/observability/metrics'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findDrift, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import type { Ballot } from './store.ts'
import { openVoteBatcher, type VoteBatcher } from './vote-batcher.ts'

let service: TestCatalog
let commits: number
/** The number of votes in each commit, as the metrics report it. */
const measured: number[] = []
let box: VoteBatcher

beforeAll(async () => {
  service = await startCatalog()
  commits = 0
})
afterAll(() => service.stop())

/** A new one, which does not wait for more votes after the last group of another test. */
beforeEach(() => {
  box = openVoteBatcher({
    pool: service.db,
    onCommit: () => {
      commits += 1
    },
    metrics: { ...noMetrics, histogram: () => (_labels, value) => measured.push(value) },
  })
})

const ballot = (
  submissionId: string,
  choice: Ballot['choice'],
  accountId = newMember().id,
): Ballot => ({
  accountId,
  submissionId,
  choice,
  requestId: randomUUID(),
  voter: { id: accountId, joinedAt: '2026-01-01T00:00:00.000Z' },
  network: null,
  isBurst: false,
})

/** Casts a vote, and others while it is committed. */
const castDuringFirst = async (first: Ballot, others: () => Promise<Submission>[]) => {
  const outcome = box.cast(first)
  // Votes of one turn are committed together.
  await Promise.resolve()
  return Promise.all([outcome, ...others()])
}

/** Locks a submission as another transaction would, until released. */
const hold = async (id: string, work = 'SELECT 1') => {
  const other = await service.db.connect()
  await other.query('BEGIN')
  await other.query('SELECT FROM submissions WHERE id = $1 FOR NO KEY UPDATE', [id])
  await other.query(work)
  return {
    letGo: async () => {
      await other.query('COMMIT')
      other.release()
    },
  }
}

const blocked = () =>
  until(async () => {
    const { rowCount } = await service.db.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%cast_votes%'`,
    )
    expect(rowCount).toBe(1)
  })

test('votes that arrive during a commit are committed together, with a response for each voter', async () => {
  const { id } = await propose(service)
  const before = commits
  const responses = await castDuringFirst(ballot(id, 1), () =>
    Array.from({ length: 399 }, () => box.cast(ballot(id, 1))),
  )
  expect(commits - before).toBe(2)
  expect(responses.map((response) => response.score).sort((a, b) => a - b)).toEqual([
    1,
    ...Array(399).fill(400),
  ])
  const { rows } = await service.db.query<{ version: number }>(
    'SELECT version FROM submissions WHERE id = $1',
    [id],
  )
  expect(rows).toEqual([{ version: 3 }])
})

test('a commit contains at most 500 votes, in order of arrival, and its number is measured', async () => {
  const { id } = await propose(service)
  measured.length = 0
  const responses = await castDuringFirst(ballot(id, 1), () =>
    Array.from({ length: 1_200 }, () => box.cast(ballot(id, 1))),
  )
  expect(measured).toEqual([1, 500, 500, 200])
  expect(responses.map(({ score }) => score)).toEqual([
    1,
    ...Array(500).fill(501),
    ...Array(500).fill(1_001),
    ...Array(200).fill(1_201),
  ])
})

test('after a commit of several votes, further votes are collected; a vote alone does not wait', async () => {
  const { id } = await propose(service)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  measured.length = 0
  await box.cast(ballot(id, 1))
  await Promise.all([box.cast(ballot(id, 1)), box.cast(ballot(id, 1)), box.cast(ballot(id, 1))])
  const collected = [box.cast(ballot(id, 1))]
  await service.db.query('SELECT')
  collected.push(box.cast(ballot(id, 1)))
  expect(measured).toEqual([1, 3])
  await vi.advanceTimersByTimeAsync(10)
  await Promise.all(collected)
  expect(measured).toEqual([1, 3, 2])
  await vi.advanceTimersByTimeAsync(10)
})

test('the last of several waiting votes of one voter wins, and all calls return it', async () => {
  const { id } = await propose(service)
  const voter = newMember().id
  const [first, ...responses] = await castDuringFirst(ballot(id, 1), () => [
    box.cast(ballot(id, 1, voter)),
    box.cast(ballot(id, null, voter)),
    box.cast(ballot(id, -1, voter)),
  ])
  expect(first?.score).toBe(1)
  for (const response of responses) expect(response).toMatchObject({ score: 0, userVote: -1 })
})

test('votes that cancel out still give a new version', async () => {
  const { id } = await propose(service)
  const [one, other] = [newMember().id, newMember().id]
  await box.cast(ballot(id, 1, one))
  await box.cast(ballot(id, -1, other))
  const holder = await hold(id)
  const opening = box.cast(ballot(id, 1))
  await blocked()
  const swapped = Promise.all([box.cast(ballot(id, -1, one)), box.cast(ballot(id, 1, other))])
  await holder.letGo()
  const { version, score } = await opening
  for (const response of await swapped)
    expect(response).toMatchObject({ score, version: version + 1 })
})

test('a vote on an unknown or removed submission fails alone', async () => {
  const [remaining, removed] = [await propose(service), await propose(service)]
  await remove(service, removed.id)
  const outcomes = await Promise.allSettled([
    box.cast(ballot(remaining.id, 1)),
    box.cast(ballot(remaining.id, 1)),
    box.cast(ballot('00000000', 1)),
    box.cast(ballot(removed.id, 1)),
    box.cast(ballot(remaining.id, -1)),
  ])
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(outcomes[2]).toMatchObject({ reason: { code: 'submission_not_found' } })
})

test('a vote of a suspended account fails alone, with the reason', async () => {
  const { id } = await propose(service)
  const suspended = newMember()
  await service.db.query('INSERT INTO authors (id, username, suspended) VALUES ($1, $2, true)', [
    suspended.id,
    suspended.username,
  ])
  const outcomes = await Promise.allSettled([
    box.cast(ballot(id, 1)),
    box.cast(ballot(id, 1, suspended.id)),
    box.cast(ballot(id, 1)),
  ])
  expect(outcomes).toMatchObject([
    { value: { score: 2 } },
    { reason: { code: 'account_suspended' } },
    { value: { score: 2 } },
  ])
})

test('a vote that the database refuses fails alone', async () => {
  const { id } = await propose(service)
  const outcomes = await Promise.allSettled([
    box.cast(ballot(id, 1)),
    box.cast(ballot(id, 1)),
    box.cast(ballot(id, 1, 'not a uuid')),
    box.cast(ballot(id, 1)),
  ])
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('a submission that is locked too long fails only its own votes', async () => {
  const url = new URL(service.database.url)
  url.searchParams.set('options', `${url.searchParams.get('options')} -c lock_timeout=1s`)
  const pool = openPool({
    url: url.href,
    max: 4,
    name: 'test',
    log: createLog({ service: 'test', level: 'silent' }),
  })
  onTestFinished(() => pool.end())
  const strict = openVoteBatcher({ pool, onCommit: () => {}, metrics: noMetrics })
  const [held, free] = [await propose(service), await propose(service)]
  const holder = await hold(held.id)
  const opening = strict.cast(ballot(free.id, 1))
  const outcomes = await Promise.allSettled([
    strict.cast(ballot(held.id, 1)),
    strict.cast(ballot(free.id, 1)),
    strict.cast(ballot(held.id, -1)),
  ])
  await opening
  await holder.letGo()
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(await box.cast(ballot(held.id, 1))).toMatchObject({ score: 1 })
})

test('a withdrawal finds the vote that was committed while it waited for the lock', async () => {
  const { id } = await propose(service)
  const voter = newMember().id
  const holder = await hold(
    id,
    `INSERT INTO votes (user_id, submission_id, value) VALUES ('${voter}', '${id}', 1);
     UPDATE submissions SET score = 1, version = 2 WHERE id = '${id}'`,
  )
  const withdrawal = box.cast(ballot(id, null, voter))
  await blocked()
  await holder.letGo()
  expect(await withdrawal).toMatchObject({ score: 0, userVote: null, version: 3 })
  expect(await findDrift(service.db)).toEqual([])
})

test('a vote that waited while the submission was removed is not counted', async () => {
  const { id } = await propose(service)
  const holder = await hold(id, `UPDATE submissions SET approved = false WHERE id = '${id}'`)
  const vote = box.cast(ballot(id, 1)).catch((error: unknown) => error)
  await blocked()
  await holder.letGo()
  expect(await vote).toMatchObject({ code: 'submission_not_found' })
  await service.db.query('UPDATE submissions SET approved = true WHERE id = $1', [id])
  expect(await findDrift(service.db)).toEqual([])
})

test('with 5,000 waiting voters a new vote is refused with Retry-After, and a waiting voter may still change theirs', async () => {
  const { id } = await propose(service)
  const votes: Promise<Submission>[] = [box.cast(ballot(id, 1))]
  // Its commit begins.
  await Promise.resolve()
  for (let i = 1; i < 5_000; i += 1) votes.push(box.cast(ballot(id, 1)))
  const waiting = newMember().id
  votes.push(box.cast(ballot(id, 1, waiting)))
  const refused = await box.cast(ballot(id, 1)).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
  expect(await box.cast(ballot(id, -1, waiting))).toMatchObject({ userVote: -1 })
  await Promise.all(votes)
  expect(await findDrift(service.db)).toEqual([])
})
