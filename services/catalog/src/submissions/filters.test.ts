import { listSubmissions, type Sort } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findDrift,
  insertMany,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { filterOf } from './filters.ts'
import { orders } from './orders.ts'

type Query = NonNullable<Parameters<typeof list>[0]>

let service: TestCatalog

/**
 * Many rows of few categories, countries and businesses, over two years. One in forty is removed. None has the age at
 * which a period ends, so that the hour may turn over.
 */
beforeAll(async () => {
  service = await startCatalog()
  await insertMany(
    service.database.ownerUrl,
    `INSERT INTO submissions
       (id, target_name, location, reasons, category, country, score, super_boost, approved,
        status, created_at)
     SELECT 'row' || lpad((i * 7919 % 100000)::text, 5, '0'), 'Target ' || i % 60, 'Here', 'Because',
       (ARRAY['product', 'service', 'media', NULL])[1 + i % 4],
       (ARRAY['FR', 'DE', NULL])[1 + i * i % 3], i % 11 - 4, CASE WHEN i % 300 = 0 THEN 50 ELSE 0 END,
       i % 40 <> 0,
       CASE WHEN i % 50 = 7 THEN 'met' WHEN i % 9 = 0 THEN 'active' ELSE 'proposed' END, now() - i * interval '5 hours' - interval '90 minutes'
     FROM generate_series(1, $1) AS i`,
    [3_500],
  )
})
afterAll(() => service.stop())

const list = (query: { [name: string]: string } & { sort?: Sort } = {}) =>
  service.call(listSubmissions, { query })

const businessOf = async (name: string): Promise<string> => {
  const { rows } = await service.db.query<{ business_id: string }>(
    'SELECT business_id FROM submissions WHERE target_name = $1 LIMIT 1',
    [name],
  )
  return rows[0]?.business_id ?? ''
}

/** The ids that a query should return, and their number, by reading all rows. */
const expected = async (query: Query) => {
  const { sort = 'hot', page = '1', limit = '30', category, country, status, business } = query
  const since = filterOf({ ...query, sort } as never)?.since ?? null
  const { rows } = await service.db.query<{ id: string }>(
    `SELECT id FROM submissions WHERE approved AND ($1::text IS NULL OR category = $1)
       AND ($2::text IS NULL OR country = $2) AND ($3::text IS NULL OR business_id = $3)
       AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::text IS NULL OR status = $5)
     ORDER BY ${orders[sort].by}`,
    [category, country, business, since, status],
  )
  const ids = rows.map(({ id }) => id)
  const from = (Number(page) - 1) * Number(limit)
  return { ids: ids.slice(from, from + Number(limit)), total: String(ids.length) }
}

const queries: Query[] = (['hot', 'new', 'top'] as const).flatMap((sort) => [
  { sort, category: 'media' },
  { sort, category: 'media', page: '3' },
  { sort, category: 'media', page: '25', limit: '33' },
  { sort, country: 'FR' },
  { sort, country: 'DE', category: 'product' },
  { sort, country: 'DE', category: 'product', page: '9' },
  { sort, country: 'JP' },
  { sort, category: 'fashion', country: 'FR' },
  { sort, category: 'media', page: '90000' },
  { sort, status: 'met' },
  { sort, status: 'proposed', page: '4' },
  { sort, status: 'active', category: 'product', country: 'DE' },
  { sort, period: 'month' },
])
const periods: Query[] = (['day', 'week', 'month', 'year', 'all'] as const).flatMap((period) => [
  { sort: 'top', period },
  { sort: 'top', period, page: '2', limit: '7' },
  { sort: 'top', period, country: 'FR' },
  { sort: 'top', period, status: 'active' },
  { sort: 'top', period, country: 'FR', category: 'product' },
])

describe('a filtered page has the rows of the whole order that match, and their number', () => {
  test.each([...queries, ...periods])('%o', async (query) => {
    const response = await list(query)
    const { ids, total } = await expected(query)
    expect(response.body.map(({ id }) => id)).toEqual(ids)
    expect(response.headers.get('x-total-count')).toBe(total)
  })

  test.each(['hot', 'new', 'top'] as const)(
    'the submissions of a business, by %s',
    async (sort) => {
      const query = { sort, business: await businessOf('Target 7'), limit: '20', page: '2' }
      const response = await list(query)
      const { ids, total } = await expected(query)
      expect(ids).toHaveLength(20)
      expect(response.body.map(({ id }) => id)).toEqual(ids)
      expect(response.headers.get('x-total-count')).toBe(total)
      expect(response.headers.get('link')).toContain(`sort=${sort}&business=${query.business}`)
    },
  )
})

test('the list shows new submissions and drops removed ones', async () => {
  const query = { sort: 'new', category: 'food-beverage' } as const
  const isListed = async (id: string) => (await list(query)).body.some((row) => row.id === id)
  const { id } = await propose(service, { category: 'food-beverage' })
  await until(() => isListed(id))
  expect((await list(query)).headers.get('x-total-count')).toBe('1')
  await remove(service, id)
  expect(await isListed(id)).toBe(false)
  await until(async () => (await list(query)).headers.get('x-total-count') === '0')
})

test('a filtered list has current scores and the votes of its reader', async () => {
  const query = { category: 'service', sort: 'top' } as const
  const viewer = newMember()
  const read = async (reader: typeof viewer) =>
    (await service.call(listSubmissions, { query }, { viewer: reader })).body[0]
  const before = await read(viewer)
  const params = { id: before?.id ?? '' }
  await service.call(castVote, { params, body: { value: -1 } }, { viewer })
  expect(await read(viewer)).toMatchObject({
    ...params,
    score: (before?.score ?? 0) - 1,
    userVote: -1,
  })
  expect(await read(newMember())).toMatchObject({ ...params, userVote: null })
})

test('the counts stay exact while submissions are added, changed, removed and deleted', async () => {
  await service.db.query(
    `UPDATE submissions SET country = CASE WHEN country = 'FR' THEN 'IT' ELSE 'FR' END,
       category = 'fashion' WHERE id < 'row2'`,
  )
  await service.db.query(`UPDATE submissions SET approved = NOT approved WHERE id > 'row7'`)
  await service.db.query(`DELETE FROM submissions WHERE id > 'row9'`)
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      propose(service, { targetName: `New ${at}`, category: at % 2 === 0 ? 'media' : 'brand' }),
    ),
  )
  // The scores of the seeded rows come from no votes: compare the counts only.
  expect(await findDrift(service.db, [])).toEqual([])
})

test.each([
  'category=cars',
  'category=',
  'country=fr',
  'country=FRA',
  'business=short',
  'status=won',
  'sort=top&period=century',
  'category=media&category=brand',
])('refuses %s with 400', async (query) => {
  const response = await service.send({ method: 'GET', path: `/api/boycotts?${query}` })
  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({ error: { code: 'invalid_request' } })
})
