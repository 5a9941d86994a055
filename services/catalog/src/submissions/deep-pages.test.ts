import { listSubmissions, type Sort } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMany, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { openKeysetCheckpoints } from './keyset-checkpoints.ts'
import { orders } from './orders.ts'

let service: TestCatalog

const total = 3_450

/** Many submissions with equal ranks, some with equal times; one in fifty is removed. */
beforeAll(async () => {
  service = await startCatalog()
  await insertMany(
    service.database.ownerUrl,
    `INSERT INTO submissions (id, target_name, location, reasons, score, approved, created_at)
     SELECT 'row' || lpad((i * 7919 % 100000)::text, 5, '0'), 'Target ' || i % 50, 'Here', 'Because',
       i % 7 - 3, i % 50 <> 0, timestamptz '2026-01-10' - (i / 5) * interval '1 minute'
     FROM generate_series(1, $1) AS i`,
    [total],
  )
})
afterAll(() => service.stop())

const sorts: Sort[] = ['hot', 'new', 'top']

/** The ids of a page by OFFSET. */
const counted = async (sort: Sort, limit: number, skip: number): Promise<string[]> => {
  const { rows } = await service.db.query<{ id: string }>(
    `SELECT id FROM submissions WHERE approved ORDER BY ${orders[sort].by} LIMIT $1 OFFSET $2`,
    [limit, skip],
  )
  return rows.map(({ id }) => id)
}

test.each(sorts)(
  'deep pages by %s are the same as if all rows above were counted',
  async (sort) => {
    const anchors = openKeysetCheckpoints(service.db)
    const last = total - total / 50
    const ranks = Array.from({ length: Math.ceil(last / 37) }, (_, at) => at * 37)
    for (const rank of ranks) {
      const { from, skip } = await anchors.seek(sort, rank)
      if (rank <= 1_000) {
        expect({ from, skip }).toEqual({ from: null, skip: rank })
        continue
      }
      expect(skip).toBeLessThan(100)
      const { rows } = await service.db.query<{ id: string }>(
        `SELECT id FROM submissions WHERE approved AND ${orders[sort].notBefore(3)}
       ORDER BY ${orders[sort].by} LIMIT $1 OFFSET $2`,
        [37, skip, ...(from ?? [])],
      )
      expect(rows.map(({ id }) => id)).toEqual(await counted(sort, 37, rank))
    }
  },
)

test.each(sorts)(
  'the feed by %s answers them, before and after their places are known',
  async (sort) => {
    for (const page of ['40', '60', '67', '68', '69', '99999']) {
      for (const _ of ['before', 'after']) {
        const response = await service.call(listSubmissions, { query: { page, limit: '50', sort } })
        const expected = await counted(sort, 50, (Number(page) - 1) * 50)
        expect(response.body.map(({ id }) => id)).toEqual(expected)
      }
    }
  },
)

test('the next response contains a change, whether the row is cached or not', async () => {
  const viewer = newMember()
  const read = async () => {
    const query = { sort: 'new', limit: '5' } as const
    return (await service.call(listSubmissions, { query }, { viewer })).body
  }
  const [before] = await read()
  const id = before?.id ?? ''
  expect(before).toMatchObject({ userVote: null, author: null, flagged: false })
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer })
  const [voted] = await read()
  expect(voted).toMatchObject({ id, score: (before?.score ?? 0) + 1, userVote: 1 })
  await service.db.query(`INSERT INTO authors (id, username) VALUES ($1, 'who "is" this')`, [
    viewer.id,
  ])
  await service.db.query('UPDATE submissions SET author_id = $2, flag_count = 1 WHERE id = $1', [
    id,
    viewer.id,
  ])
  expect((await read())[0]).toMatchObject({
    authorId: viewer.id,
    author: { username: 'who "is" this' },
    flagged: true,
  })
  await service.db.query('DELETE FROM authors WHERE id = $1', [viewer.id])
  expect((await read())[0]).toMatchObject({ authorId: null, author: null })
})
