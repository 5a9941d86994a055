import { flagSubmission } from '@answerable/contracts/flags'
import { searchSubmissions } from '@answerable/contracts/review-internal'
import type { RouteInput } from '@answerable/contracts/route'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const find = async (query: NonNullable<RouteInput<typeof searchSubmissions>['query']>) => {
  const { body } = await service.call(searchSubmissions, { query }, { issuer: 'moderation' })
  return { ...body, ids: body.submissions.map(({ id }) => id) }
}

test('the search finds words at their beginning, in any field, order and case, and the id', async () => {
  const { id } = await propose(service, {
    targetName: 'Zebra-Käse GmbH & Co.',
    location: 'Överkalix',
    reasons: 'Their trucks block the lane.',
    sources: 'https://quagga.example/report-42',
  })
  const hits = [
    'zebra',
    'ZEBRA kä',
    'lane överk',
    'truck zeb',
    'kase',
    '"block the lane"',
    'quagga.example',
    id,
    id.slice(0, 6),
  ]
  for (const search of hits) expect((await find({ search })).ids, search).toContain(id)
  for (const search of ['ebra', 'zebra lanes', 'zebra -lane']) {
    expect((await find({ search })).ids, search).not.toContain(id)
  }
})

test('a search without words finds nothing, and quotes and operators are not interpreted', async () => {
  expect(await find({ search: '& | !' })).toMatchObject({ ids: [], total: 0 })
  const { id } = await propose(service, { targetName: 'O\'Xylo \\ "Bros" (1):*' })
  expect((await find({ search: `o'xylo \\ "bros" (1):* & !` })).ids).toEqual([id])
})

test('the search filters by state and counts its results', async () => {
  const made = []
  for (const number of [1, 2, 3, 4]) {
    made.push(await propose(service, { targetName: `Statequest ${number}` }))
  }
  const [plain, flagged, removed, boosted] = made.map(({ id }) => id)
  const viewer = newMember()
  await service.call(
    flagSubmission,
    { params: { id: flagged ?? '' }, body: { reason: 'Not true.' } },
    { viewer },
  )
  await remove(service, removed ?? '')
  await decide(service, boosted ?? '', { action: { kind: 'super-boost', boostValue: 3 } })
  const search = 'statequest'
  const expected = {
    all: [boosted, removed, flagged, plain],
    public: [boosted, flagged, plain],
    flagged: [flagged],
    removed: [removed],
    boosted: [boosted],
  } as const
  for (const [state, ids] of Object.entries(expected)) {
    const query = { search, state: state as keyof typeof expected }
    expect(await find(query), state).toMatchObject({ ids, total: ids.length })
    const { total } = await find({ state: query.state, limit: '50' })
    expect(total, state).toBe(await countByHand(query.state))
  }
  expect((await find({ search, sort: 'oldest' })).ids).toEqual(expected.all.toReversed())
  expect((await find({ search, sort: 'top' })).ids[0]).toBe(boosted)
})

const countByHand = async (state: 'all' | 'public' | 'flagged' | 'removed' | 'boosted') => {
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const found = await find({ state, page: String(page), limit: '7' })
    for (const id of found.ids) ids.add(id)
    if (found.ids.length < 7) return ids.size
  }
}
