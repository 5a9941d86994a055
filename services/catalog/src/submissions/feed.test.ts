import { listSubmissions, type Sort } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

const total = 65

/** Row i is i hours old, has score i and a boost of 1,000 for the oldest two. */
beforeAll(async () => {
  service = await startCatalog()
  await service.db.query(
    `INSERT INTO submissions (id, target_name, location, reasons, score, super_boost, created_at)
     SELECT 'row' || lpad(i::text, 5, '0'), 'Target ' || i, 'Here', 'Because', i,
       CASE WHEN i >= $1 - 1 THEN 1000 ELSE 0 END, timestamptz '2026-01-10' - i * interval '1 hour'
     FROM generate_series(1, $1) AS i`,
    [total],
  )
})
afterAll(() => service.stop())

const list = (query: { page?: string; limit?: string; sort?: Sort } = {}, viewer = newMember()) =>
  service.call(listSubmissions, { query }, { viewer })

const scoresOf = (response: Awaited<ReturnType<typeof list>>) =>
  response.body.map((row) => row.score)

test('returns the 30 hottest submissions, the exact total and the neighbouring pages', async () => {
  const response = await service.call(listSubmissions, {})
  expect(response.body).toHaveLength(30)
  expect(response.headers.get('x-total-count')).toBe('65')
  expect(response.headers.get('link')).toBe(
    '</api/boycotts?page=1&limit=30&sort=hot>; rel="first", ' +
      '</api/boycotts?page=2&limit=30&sort=hot>; rel="next", ' +
      '</api/boycotts?page=3&limit=30&sort=hot>; rel="last"',
  )
})

test('pages do not overlap and together hold everything, in each order', async () => {
  for (const sort of ['hot', 'new', 'top'] as const) {
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) => list({ page, sort }).then((response) => response.body)),
    )
    expect(pages.map((page) => page.length)).toEqual([30, 30, 5])
    expect(new Set(pages.flat().map((row) => row.id)).size).toBe(total)
  }
})

test('links lead back and forth from the middle, and back from the end and beyond', async () => {
  const middle = (await list({ page: '2', limit: '10', sort: 'new' })).headers.get('link')
  expect(middle).toContain('</api/boycotts?page=1&limit=10&sort=new>; rel="prev"')
  expect(middle).toContain('</api/boycotts?page=3&limit=10&sort=new>; rel="next"')
  const end = (await list({ page: '3' })).headers.get('link')
  expect(end).not.toContain('rel="next"')
  const beyond = await list({ page: '100000' })
  expect(beyond.body).toEqual([])
  expect(beyond.headers.get('x-total-count')).toBe('65')
  expect(beyond.headers.get('link')).toContain('page=3&limit=30&sort=hot>; rel="prev"')
})

test('New is by age alone: a boost does not move a row', async () => {
  const scores = scoresOf(await list({ sort: 'new', limit: '5' }))
  expect(scores).toEqual([1, 2, 3, 4, 5])
})

test('Top is by score and boost, and shows the score without the boost', async () => {
  const scores = scoresOf(await list({ sort: 'top', limit: '4' }))
  expect(scores).toEqual([65, 64, 63, 62])
})

test('Hot weighs ten times the votes as 22 hours: a boost lifts old rows above newer ones', async () => {
  const scores = scoresOf(await list({ sort: 'hot', limit: '50' }))
  expect(scores.indexOf(64)).toBeLessThan(scores.indexOf(40))
  expect(scores.indexOf(10)).toBeLessThan(scores.indexOf(1))
})

test('shows each viewer only their own votes', async () => {
  const [voter, id] = [newMember(), 'row00001']
  await service.call(castVote, { params: { id }, body: { value: -1 } }, { viewer: voter })
  const seenBy = async (viewer: typeof voter) =>
    (await list({ sort: 'new' }, viewer)).body.find((row) => row.id === id)?.userVote
  expect(await seenBy(voter)).toBe(-1)
  expect(await seenBy(newMember())).toBeNull()
  await service.db.query('DELETE FROM votes')
  await service.db.query('UPDATE submissions SET score = 1 WHERE id = $1', [id])
})

test('a removed submission is in no list and not in the total', async () => {
  const id = 'row00065'
  await remove(service, id)
  const response = await list({ sort: 'top', limit: '50' })
  expect(response.body.map((row) => row.id)).not.toContain(id)
  expect(response.headers.get('x-total-count')).toBe('64')
  await service.db.query('UPDATE submissions SET approved = true WHERE id = $1', [id])
})

test.each([
  'page=0',
  'page=-1',
  'page=100001',
  'page=1.5',
  'page=',
  'page=1&page=2',
  'limit=0',
  'limit=51',
  'limit=x',
  'sort=best',
  'sort=',
  'offset=3',
])('refuses %s with 400', async (query) => {
  const response = await service.send({ method: 'GET', path: `/api/boycotts?${query}` })
  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({ error: { code: 'invalid_request' } })
})
