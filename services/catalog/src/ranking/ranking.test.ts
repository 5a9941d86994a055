import { randomUUID } from 'node:crypto'
import { applyMerge } from '@answerable/contracts/merges'
import { hotRank, maxVotesToPass, type Ranking, readRanking } from '@answerable/contracts/ranking'
import { listSubmissions, type Sort, sorts } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMany, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { votesToPass } from './rules.ts'

let service: TestCatalog

/** With boosts, negative scores, and equal scores and times. */
beforeAll(async () => {
  service = await startCatalog()
  await insertMany(
    service.database.ownerUrl,
    `INSERT INTO submissions (id, target_name, location, reasons, score, super_boost, created_at)
     SELECT 'row' || lpad(i::text, 5, '0'), 'Target ' || i, 'Here', 'Because',
       CASE i % 5 WHEN 0 THEN -i WHEN 1 THEN 0 WHEN 2 THEN 7 ELSE i * i END,
       CASE i % 7 WHEN 0 THEN 25 WHEN 3 THEN -40 ELSE 0 END,
       timestamptz '2026-01-10' - (i % 20) * interval '7 hours 13 minutes 0.017 seconds'
     FROM generate_series(1, 60) AS i`,
    [],
  )
})
afterAll(() => service.stop())

const rank = (id: string, sort: Sort) =>
  service.call(readRanking, { params: { id }, query: { sort } })

const feed = async (sort: Sort): Promise<string[]> => {
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) => service.call(listSubmissions, { query: { sort, page } })),
  )
  return pages.flatMap(({ body }) => body.map(({ id }) => id))
}

const ranked = async (sort: Sort): Promise<Ranking[]> =>
  Promise.all((await feed(sort)).map(async (id) => (await rank(id, sort)).body))

test('the terms of every submission add up to its stored rank', async () => {
  const { rows } = await service.db.query<{ id: string; hot: number; top: number; at: Date }>(
    'SELECT id, hot, score + super_boost AS top, created_at AS at FROM submissions',
  )
  const explained = await ranked('hot')
  expect(explained).toHaveLength(rows.length)
  for (const { submission } of explained) {
    const stored = rows.find(({ id }) => id === submission.id)
    expect(submission.boostedPoints + submission.timePoints).toBe(stored?.hot)
    expect(submission.value).toBe(stored?.hot)
    expect(submission.votePoints + submission.timePoints).toBeCloseTo(
      hotRank({ ...submission, superBoost: 0, createdAt: new Date(submission.createdAt) }),
      8,
    )
  }
  for (const { submission } of await ranked('top')) {
    expect(submission.value).toBe(submission.score + submission.superBoost)
  }
  for (const { submission } of await ranked('new')) {
    expect(submission.value).toBe(Date.parse(submission.createdAt) / 1000)
  }
})

test.for(sorts)('the explained values of %s are in the order of the feed', async (sort) => {
  const explained = await ranked(sort)
  const ids = explained.map(({ submission }) => submission.id)
  expect(explained.map(({ place }) => place)).toEqual(ids.map((_, index) => index + 1))
  for (const [index, { submission, next }] of explained.entries()) {
    expect(next).toEqual(explained[index + 1]?.submission ?? null)
    if (next !== null) expect(next.value).toBeLessThanOrEqual(submission.value)
  }
})

test.for(['hot', 'top'] as const)(
  'the next submission of %s passes with the given votes, and not with one fewer',
  async (sort) => {
    const explained = (await ranked(sort)).filter((_, index) => index % 6 === 0)
    for (const { submission, next, votesToPass: votes } of explained) {
      if (next === null || votes === null) continue
      const isFirstWith = async (more: number): Promise<boolean> => {
        await service.db.query('UPDATE submissions SET score = $2 WHERE id = $1', [
          next.id,
          next.score + more,
        ])
        const order = await feed(sort)
        return order.indexOf(next.id) < order.indexOf(submission.id)
      }
      expect([await isFirstWith(votes - 1), await isFirstWith(votes)]).toEqual([false, true])
      await isFirstWith(0)
    }
  },
)

test('votesToPass is null in New and above one million', () => {
  const one = { id: 'one00000', score: 3, superBoost: 0, createdAt: '2026-01-01T00:00:00.000Z' }
  const old = { ...one, id: 'two00000', createdAt: '2025-01-01T00:00:00.000Z' }
  const dayOlder = { ...one, id: 'day00000', createdAt: '2025-12-31T00:00:00.000Z' }
  expect(votesToPass('hot', one, dayOlder)).toBe(34)
  expect(votesToPass('new', one, dayOlder)).toBe(null)
  expect(votesToPass('hot', one, old)).toBe(null)
  expect(votesToPass('top', one, old)).toBe(1)
  expect(votesToPass('top', { ...one, score: maxVotesToPass + 4 }, old)).toBe(null)
})

test('a removed submission has no place, also for its author, and a merged one leads to the other', async () => {
  const author = newMember()
  const into = await propose(service, { author })
  const from = await propose(service)
  const body = { decisionId: randomUUID(), submissionId: from.id, into: into.id }
  await service.call(applyMerge, { body }, { issuer: 'moderation' })
  const moved = await rank(from.id, 'top')
  expect(moved.status).toBe(301)
  expect(moved.headers.get('location')).toBe(`/api/boycotts/${into.id}/ranking?sort=top`)
  await remove(service, into.id)
  const input = { params: { id: into.id }, query: {} }
  expect((await service.call(readRanking, input, { viewer: author })).status).toBe(404)
  expect((await rank('unknown0', 'hot')).status).toBe(404)
})
