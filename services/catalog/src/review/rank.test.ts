import { rankSubmission } from '@answerable/contracts/review-internal'
import { listSubmissions } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const rankOf = async (id: string, boost: number) =>
  (
    await service.call(
      rankSubmission,
      { params: { id }, query: { boost: String(boost) } },
      { issuer: 'moderation' },
    )
  ).body
const feedPlace = async (id: string, sort: 'hot' | 'top') => {
  const { body } = await service.call(listSubmissions, { query: { sort, limit: '50' } })
  return body.findIndex((row) => row.id === id) + 1
}

test('the rank now is the place in the feed, and with another boost the place that it then has', async () => {
  const { id } = await propose(service)
  const others = [await propose(service), await propose(service), await propose(service)]
  for (const [index, other] of others.entries()) {
    for (let votes = 0; votes <= index; votes += 1) {
      const params = { id: other.id }
      await service.call(castVote, { params, body: { value: 1 } }, { viewer: newMember() })
    }
  }
  for (const boostValue of [2, -3, 1_000_000, 0]) {
    const preview = await rankOf(id, boostValue)
    expect(preview.hot.now).toBe(await feedPlace(id, 'hot'))
    expect(preview.top.now).toBe(await feedPlace(id, 'top'))
    await decide(service, id, { action: { kind: 'super-boost', boostValue } })
    expect(preview.hot.boosted).toBe(await feedPlace(id, 'hot'))
    expect(preview.top.boosted).toBe(await feedPlace(id, 'top'))
    expect(await rankOf(id, boostValue)).toMatchObject({
      currentBoost: boostValue,
      hot: { now: preview.hot.boosted, boosted: preview.hot.boosted },
    })
  }
})

test('a submission that is not in the feed has no rank', async () => {
  const { id } = await propose(service)
  await remove(service, id)
  expect(await rankOf(id, 5)).toMatchObject({
    hot: { now: null, boosted: null },
    top: { now: null, boosted: null },
  })
})

test('of submissions that rank alike each has the place that the feed gives it', async () => {
  const pair = [await propose(service), await propose(service)]
  await service.db.query('UPDATE submissions SET created_at = now() WHERE id = ANY ($1)', [
    pair.map(({ id }) => id),
  ])
  for (const { id } of pair) {
    const { hot, top } = await rankOf(id, 0)
    expect([hot.now, top.now]).toEqual([await feedPlace(id, 'hot'), await feedPlace(id, 'top')])
  }
})
