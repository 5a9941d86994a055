import { randomUUID } from 'node:crypto'
import { applyMerge } from '@answerable/contracts/merges'
import { readVotesByDay } from '@answerable/contracts/votes-by-day'
import { newMember } from '@answerable/service-kit/testing/service'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countDays,
  decide,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { countVotes, minutesAfterMidnight } from './counting.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
  await withinOneDay({ begin: minutesAfterMidnight / 60 })
  today = Date.now() - minutesAfterMidnight * 60_000
})
afterAll(() => service.stop())

const read = (id: string, viewer = newMember()) =>
  service.call(readVotesByDay, { params: { id } }, { viewer })

/** Until some minutes after midnight, the service still counts as on the day before. */
let today = 0

/** The day this many days before today, in UTC. */
const dayBefore = (days: number): string =>
  new Date(today - days * 86_400_000).toISOString().slice(0, 10)

/** Votes of new accounts, cast at noon. */
const cast = async (id: string, given: { daysAgo: number; up?: number; down?: number }) => {
  const { daysAgo, up = 0, down = 0 } = given
  await service.db.query(
    `INSERT INTO votes (user_id, submission_id, value, created_at)
     SELECT gen_random_uuid(), $1, CASE WHEN number <= $2 THEN 1 ELSE -1 END,
       ($4 || ' 12:00Z')::timestamptz
     FROM generate_series(1, $2 + $3::integer) AS number`,
    [id, up, down, dayBefore(daysAgo)],
  )
}

const count = () => countDays(service.db)

const day = (daysAgo: number) => ({ first: dayBefore(daysAgo), last: dayBefore(daysAgo) })

test('complete days are counted once a day, and today is never shown', async () => {
  const { id } = await propose(service)
  expect((await read(id)).body.periods).toEqual([])
  await cast(id, { daysAgo: 9, up: 12, down: 3 })
  await cast(id, { daysAgo: 6, up: 4 })
  await cast(id, { daysAgo: 5, up: 6, down: 1 })
  await cast(id, { daysAgo: 2, up: 9 })
  await cast(id, { daysAgo: 0, up: 40 })
  await count()
  const none = { held: null, voided: null }
  const expected = [
    { ...day(9), up: 12, down: 3, ...none },
    { first: dayBefore(6), last: dayBefore(5), up: 10, down: 1, ...none },
  ]
  expect((await read(id)).body).toEqual({ until: dayBefore(1), periods: expected, boosts: [] })
  await cast(id, { daysAgo: 2, up: 10 })
  expect(await countVotes(service.db)).toBe(false)
  expect((await read(id)).body.periods).toEqual(expected)
  await count()
  expect((await read(id)).body.periods).toEqual([
    ...expected,
    { ...day(2), up: 19, down: 0, ...none },
  ])
})

test('a vote that is changed or withdrawn later does not change what is published', async () => {
  const { id } = await propose(service)
  await cast(id, { daysAgo: 4, up: 14 })
  await cast(id, { daysAgo: 3, up: 11 })
  await count()
  const before = await read(id)
  await service.db.query(
    `DELETE FROM votes WHERE (user_id, submission_id) IN (
       SELECT user_id, submission_id FROM votes WHERE submission_id = $1 LIMIT 1)`,
    [id],
  )
  await service.db.query(
    `UPDATE votes SET value = -1, created_at = now() WHERE user_id = (
       SELECT user_id FROM votes WHERE submission_id = $1 LIMIT 1)`,
    [id],
  )
  await count()
  expect((await read(id)).body).toEqual(before.body)
})

test('held and voided votes are apart, and those that are released count on their day', async () => {
  const { id } = await propose(service)
  await cast(id, { daysAgo: 3, up: 30 })
  const hold = (number: number, voidedBy: string | null) =>
    service.db.query(
      `INSERT INTO holds (submission_id, user_id, rule, voided_by)
       SELECT submission_id, user_id, 'newborn', $3 FROM votes
       WHERE submission_id = $1 AND NOT EXISTS (
         SELECT FROM holds WHERE holds.user_id = votes.user_id) LIMIT $2`,
      [id, number, voidedBy],
    )
  await hold(10, null)
  await hold(9, randomUUID())
  await count()
  expect((await read(id)).body.periods).toEqual([
    { ...day(3), up: 11, down: 0, held: 10, voided: null },
  ])
  await service.db.query('DELETE FROM holds WHERE submission_id = $1 AND voided_by IS NULL', [id])
  await count()
  expect((await read(id)).body.periods).toMatchObject([{ up: 21, held: null }])
})

test('boosts are listed, a merged submission leads to the other, and a removed one is not found', async () => {
  const author = newMember()
  const into = await propose(service, { author })
  const from = await propose(service)
  await decide(service, into.id, { action: { kind: 'super-boost', boostValue: 50 } })
  await decide(service, from.id, { action: { kind: 'super-boost', boostValue: -7 } })
  await cast(from.id, { daysAgo: 3, up: 12 })
  const body = { decisionId: randomUUID(), submissionId: from.id, into: into.id }
  await service.call(applyMerge, { body }, { issuer: 'moderation' })
  const moved = await read(from.id)
  expect(moved.status).toBe(301)
  expect(moved.headers.get('location')).toBe(`/api/boycotts/${into.id}/votes-by-day`)
  await count()
  const { boosts, periods } = (await read(into.id)).body
  expect(boosts.map(({ value }) => value)).toEqual([50, -7])
  expect(periods).toMatchObject([{ ...day(3), up: 12 }])
  await remove(service, into.id)
  expect((await read(into.id, author)).status).toBe(404)
})

test('one of two instances counts, and a stopped count stores nothing', async () => {
  const { id } = await propose(service)
  await cast(id, { daysAgo: 3, up: 10 })
  await service.db.query('DELETE FROM vote_counts')
  await expect(countVotes(service.db, AbortSignal.abort())).rejects.toThrow()
  expect((await read(id)).body).toMatchObject({ until: null, periods: [] })
  const counts = await Promise.all([countVotes(service.db), countVotes(service.db)])
  expect(counts.toSorted()).toEqual([false, true])
  expect((await read(id)).body.periods).toHaveLength(1)
})
