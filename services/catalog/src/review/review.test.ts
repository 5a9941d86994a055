import { randomUUID } from 'node:crypto'
import { postComment } from '@answerable/contracts/comments'
import { userChanged } from '@answerable/contracts/events'
import { flagSubmission } from '@answerable/contracts/flags'
import {
  countActivity,
  countForReview,
  pageQueue,
  rankSubmission,
  readAnySubmission,
  searchSubmissions,
  writeAuthorState,
} from '@answerable/contracts/review-internal'
import type { Route, RouteInput } from '@answerable/contracts/route'
import { listSubmissions, submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide, proposal, propose, remove } from '../fixtures.ts'
import { catalog } from '../service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService(catalog)
})
afterAll(() => service.stop())

const ask = async <R extends Route>(route: R, input: RouteInput<R>) =>
  service.call(route, input, { issuer: 'moderation' })

const flag = (id: string, reason = 'Not true.') =>
  service.call(flagSubmission, { params: { id }, body: { reason } }, { viewer: newMember() })
const flagTimes = async (id: string, times: number) => {
  for (let done = 0; done < times; done += 1) await flag(id, `Reason ${done + 1}.`)
}
const counts = async () => (await ask(countForReview, { query: { threshold: '2' } })).body
const queue = async (alsoIds: string[] = [], page = 1, limit = 50) =>
  (await ask(pageQueue, { body: { alsoIds, page, limit } })).body

describe('the counts', () => {
  test('hold every submission, those in view with an open flag, and those with enough of them', async () => {
    const before = await counts()
    const [one, two, removed] = [
      await propose(service),
      await propose(service),
      await propose(service),
    ]
    await flagTimes(one.id, 1)
    await flagTimes(two.id, 2)
    await flagTimes(removed.id, 2)
    await remove(service, removed.id)
    expect(await counts()).toEqual({
      submissions: before.submissions + 3,
      flagged: before.flagged + 2,
      pending: before.pending + 1,
    })
    await decide(service, two.id, { action: { kind: 'approve' } })
    expect(await counts()).toMatchObject({ flagged: before.flagged + 1, pending: before.pending })
  })
})

describe('the queue', () => {
  test('holds most flags first, then oldest, with the open flags and without their reporters', async () => {
    const older = await propose(service)
    const newer = await propose(service)
    const most = await propose(service, { sources: 'https://example.com' })
    await flagTimes(newer.id, 5)
    await flagTimes(older.id, 5)
    await flagTimes(most.id, 6)
    const { submissions, total } = await queue()
    expect(submissions.slice(0, 3).map(({ id }) => id)).toEqual([most.id, older.id, newer.id])
    expect(submissions.length).toBe(total)
    expect(submissions[0]).toMatchObject({ flagCount: 6, flagged: true })
    expect(submissions[0]?.flags.map(({ reason }) => reason)).toEqual(
      [6, 5, 4, 3, 2, 1].map((number) => `Reason ${number}.`),
    )
    expect(submissions[0]?.flags[0]).toEqual({
      id: expect.any(String),
      reason: 'Reason 6.',
      createdAt: expect.any(String),
      closedAt: null,
      flaggedText: { ...proposal, sources: 'https://example.com' },
    })
  })

  test('comes in pages without a gap or a repeat', async () => {
    const whole = await queue()
    const pages = [await queue([], 1, 2), await queue([], 2, 2)]
    expect(pages.flatMap(({ submissions }) => submissions)).toEqual(whole.submissions.slice(0, 4))
    expect(pages.map(({ total }) => total)).toEqual([whole.total, whole.total])
    expect((await queue([], 99, 50)).submissions).toEqual([])
  })

  test('has what is named beside it once, in its place, and loses what was decided', async () => {
    const [flagged, appealed] = [await propose(service), await propose(service)]
    await flagTimes(flagged.id, 8)
    await flagTimes(appealed.id, 7)
    await remove(service, appealed.id)
    const before = await queue()
    const both = await queue([appealed.id, flagged.id, '00000000'])
    expect(both.submissions.slice(0, 2).map(({ id }) => id)).toEqual([flagged.id, appealed.id])
    expect(both.total).toBe(before.total + 1)
    await decide(service, flagged.id, { action: { kind: 'approve' } })
    expect((await queue()).submissions.map(({ id }) => id)).not.toContain(flagged.id)
  })
})

describe('one submission', () => {
  test('is read in any state, with its closed flags', async () => {
    const { id } = await propose(service)
    await flag(id)
    await decide(service, id, { action: { kind: 'approve' } })
    await remove(service, id)
    const { body } = await ask(readAnySubmission, { params: { id } })
    expect(body).toMatchObject({ id, approved: false, flagCount: 0 })
    expect(body.flags).toMatchObject([{ reason: 'Not true.', closedAt: expect.any(String) }])
  })

  test('that does not exist is 404', async () => {
    for (const route of [readAnySubmission, rankSubmission]) {
      const answer = await ask(route, { params: { id: '00000000' } })
      expect(answer).toMatchObject({
        status: 404,
        body: { error: { code: 'submission_not_found' } },
      })
    }
  })
})

describe('the search', () => {
  const find = async (query: NonNullable<RouteInput<typeof searchSubmissions>['query']>) => {
    const { body } = await ask(searchSubmissions, { query })
    return { ...body, ids: body.submissions.map(({ id }) => id) }
  }

  test('finds words at their beginning, in any field, order and case, and the id', async () => {
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
      'quagga.example',
      id,
      id.slice(0, 6),
    ]
    for (const search of hits) expect((await find({ search })).ids, search).toContain(id)
    for (const search of ['ebra', 'zebra lanes', 'kase']) {
      expect((await find({ search })).ids, search).not.toContain(id)
    }
  })

  test('of no word at all finds nothing, and of quotes and operators only what they stand in', async () => {
    expect(await find({ search: '& | !' })).toMatchObject({ ids: [], total: 0 })
    const { id } = await propose(service, { targetName: 'O\'Xylo \\ "Bros" (1):*' })
    expect((await find({ search: `o'xylo \\ "bros" (1):* & !` })).ids).toEqual([id])
  })

  test('tells the states apart, and counts what it finds', async () => {
    const made = []
    for (const number of [1, 2, 3, 4]) {
      made.push(await propose(service, { targetName: `Statequest ${number}` }))
    }
    const [plain, flagged, removed, boosted] = made.map(({ id }) => id)
    await flag(flagged ?? '')
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
})

describe('the rank', () => {
  const rankOf = async (id: string, boost: number) =>
    (await ask(rankSubmission, { params: { id }, query: { boost: String(boost) } })).body
  const feedPlace = async (id: string, sort: 'hot' | 'top') => {
    const { body } = await service.call(listSubmissions, { query: { sort, limit: '50' } })
    return body.findIndex((row) => row.id === id) + 1
  }

  test('now is the place in the feed, and with another boost the place that it then has', async () => {
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

  test('of what is not in the feed is none', async () => {
    const { id } = await propose(service)
    await remove(service, id)
    expect(await rankOf(id, 5)).toMatchObject({
      hot: { now: null, boosted: null },
      top: { now: null, boosted: null },
    })
  })
})

describe('authors', () => {
  test('have what they did counted, in the order in which they are asked for', async () => {
    const [busy, idle] = [newMember(), newMember()]
    const { id } = await propose(service, { author: busy })
    const params = { id }
    await service.call(castVote, { params, body: { value: 1 } }, { viewer: busy })
    await service.call(flagSubmission, { params, body: { reason: 'x' } }, { viewer: busy })
    for (const content of ['One.', 'Two.']) {
      await service.call(postComment, { params, body: { content } }, { viewer: busy })
    }
    const { body } = await ask(countActivity, { body: { authorIds: [idle.id, busy.id] } })
    expect(body).toEqual([
      { submissionCount: 0, commentCount: 0, voteCount: 0, flagCount: 0 },
      { submissionCount: 1, commentCount: 2, voteCount: 1, flagCount: 1 },
    ])
  })

  test('are suspended when the answer arrives, and an older state changes nothing', async () => {
    const viewer = newMember()
    const tell = (version: number, suspended: boolean) =>
      ask(writeAuthorState, { body: { user: viewer, version, suspended } })
    expect((await tell(5, true)).status).toBe(204)
    const submit = () => service.call(submitBoycott, { body: proposal }, { viewer })
    expect((await submit()).status).toBe(403)
    await tell(4, false)
    expect((await submit()).status).toBe(403)
    await service.bus.publish({
      id: randomUUID(),
      subject: userChanged.subject,
      payload: { user: viewer, version: 6, suspended: false },
      requestId: null,
    })
    expect((await submit()).status).toBe(201)
  })
})

test('only moderation may ask: 401 for everyone else', async () => {
  const admin = { viewer: { ...newMember(), role: 'admin' as const } }
  const paths = ['counts?threshold=3', 'submissions', 'submissions/a1B2c3D4']
  for (const path of paths) {
    const answer = await service.send({ method: 'GET', path: `/internal/review/${path}` }, admin)
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'passport_refused' } } })
  }
})
