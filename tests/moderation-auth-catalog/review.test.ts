import {
  approveSubmission,
  removeSubmission,
  superBoostSubmission,
} from '@answerable/contracts/decisions'
import {
  listAllSubmissions,
  listFlagged,
  previewRank,
  readStats,
  reviewSubmission,
} from '@answerable/contracts/review'
import type { Viewer } from '@answerable/contracts/sessions'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPerson,
  flag,
  type ModerationSite,
  propose,
  remove,
  startModerationSite,
  unknownId,
} from './site.ts'

let site: ModerationSite
let admin: Viewer

beforeAll(async () => {
  site = await startModerationSite({ FLAG_REVIEW_THRESHOLD: '2' })
  admin = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

const queue = (query: Record<string, string> = {}) =>
  site.moderation.call(listFlagged, { query }, { viewer: admin })
const stats = async () => (await site.moderation.call(readStats, {}, { viewer: admin })).body
const review = (id: string) =>
  site.moderation.call(reviewSubmission, { params: { id } }, { viewer: admin })
const list = (query: Record<string, string>) =>
  site.moderation.call(listAllSubmissions, { query }, { viewer: admin })

describe('the four counters', () => {
  test('count submissions in any state, accounts, flagged submissions, and those with enough flags', async () => {
    const before = await stats()
    const ids = [await propose(site), await propose(site), await propose(site)] as const
    await flag(site, ids[0], 1)
    await flag(site, ids[1], 2)
    await flag(site, ids[2], 2)
    await remove(site, ids[2], admin)
    await addPerson(site)
    expect(await stats()).toEqual({
      totalSubmissions: before.totalSubmissions + 3,
      pendingReview: before.pendingReview + 1,
      totalUsers: before.totalUsers + 1,
      flaggedContent: before.flaggedContent + 2,
    })
  })
})

describe('the queue', () => {
  test('lists most-flagged first, then oldest, with reasons, text at flag time, author and history', async () => {
    const author = newMember()
    const older = await propose(site, { author, targetName: 'Older' })
    const newer = await propose(site, { targetName: 'Newer' })
    const mostFlagged = await propose(site, { targetName: 'Most' })
    await flag(site, newer, 8)
    await flag(site, older, 8)
    await flag(site, mostFlagged, 9)
    await site.moderation.call(
      superBoostSubmission,
      { params: { id: older }, body: { boostValue: -5, note: 'Until it is clear.' } },
      { viewer: admin },
    )
    const { body } = await queue()
    expect(body.slice(0, 3).map(({ id }) => id)).toEqual([mostFlagged, older, newer])
    expect(body[1]).toMatchObject({
      targetName: 'Older',
      author: { username: author.username },
      flagCount: 8,
      superBoost: -5,
      appeal: null,
      decisions: [{ kind: 'super-boost', boostValue: -5, note: 'Until it is clear.' }],
    })
    expect(body[1]?.flags).toHaveLength(8)
    expect(body[1]?.flags[0]).toEqual({
      id: expect.any(String),
      reasonCode: null,
      reason: 'Reason 8.',
      createdAt: expect.any(String),
      closedAt: null,
      flaggedText: {
        targetName: 'Older',
        location: 'Springfield',
        reasons: 'It sells anvils.',
        sources: null,
      },
    })
  })

  test('no longer lists a decided submission', async () => {
    const [approved, removed] = [await propose(site), await propose(site)]
    await flag(site, approved, 1)
    await flag(site, removed, 1)
    const viewer = { viewer: admin }
    await site.moderation.call(approveSubmission, { params: { id: approved } }, viewer)
    await site.moderation.call(removeSubmission, { params: { id: removed } }, viewer)
    const ids = (await queue({ limit: '50' })).body.map(({ id }) => id)
    expect(ids).not.toContain(approved)
    expect(ids).not.toContain(removed)
  })

  test('has pages, a total and links', async () => {
    const whole = await queue({ limit: '50' })
    const first = await queue({ limit: '1' })
    const second = await queue({ limit: '1', page: '2' })
    expect([first.body[0]?.id, second.body[0]?.id]).toEqual(
      whole.body.slice(0, 2).map(({ id }) => id),
    )
    expect(first.headers.get('x-total-count')).toBe(String(whole.body.length))
    expect(first.headers.get('link')).toContain('</api/admin/flagged?page=2&limit=1>; rel="next"')
  })
})

describe('all submissions', () => {
  test('are found in any state by text or id, in pages', async () => {
    const one = await propose(site, { targetName: 'Quixotic Anvils' })
    const other = await propose(site, { targetName: 'Quixotic Hammers' })
    await remove(site, other, admin)
    const found = await list({ search: 'quixo' })
    expect(found.body.map(({ id }) => id)).toEqual([other, one])
    expect(found.headers.get('x-total-count')).toBe('2')
    expect((await list({ search: one })).body.map(({ id }) => id)).toEqual([one])
    const removed = await list({ search: 'quixotic', state: 'removed' })
    expect(removed.body).toMatchObject([{ id: other, approved: false, flagCount: 0 }])
    expect((await list({ search: 'quixotic', sort: 'oldest', limit: '1' })).body[0]?.id).toBe(one)
    expect(removed.headers.get('link')).toContain(
      '</api/admin/submissions?page=1&limit=30&search=quixotic&state=removed&sort=newest>',
    )
  })
})

describe('one submission', () => {
  test('is returned with its flags, every decision and all boosts', async () => {
    const id = await propose(site)
    await flag(site, id, 1)
    for (const boostValue of [10, 20]) {
      const body = { boostValue }
      await site.moderation.call(superBoostSubmission, { params: { id }, body }, { viewer: admin })
    }
    await site.moderation.call(approveSubmission, { params: { id } }, { viewer: admin })
    const { body } = await review(id)
    expect(body).toMatchObject({ id, superBoost: 20, flagCount: 0, appeals: [], appeal: null })
    expect(body.flags).toMatchObject([{ reason: 'Reason 1.', closedAt: expect.any(String) }])
    expect(body.decisions.map(({ kind }) => kind)).toEqual([
      'approve',
      'super-boost',
      'super-boost',
    ])
    expect(body.boosts.map(({ boostValue, before }) => [before.superBoost, boostValue])).toEqual([
      [10, 20],
      [0, 10],
    ])
  })

  test('previews the rank that a boost would give it', async () => {
    const id = await propose(site)
    const preview = async (boost: string) =>
      (
        await site.moderation.call(
          previewRank,
          { params: { id }, query: { boost } },
          { viewer: admin },
        )
      ).body
    const { total, ...ranks } = await preview('999999')
    expect(ranks).toMatchObject({ currentBoost: 0, boost: 999_999, hot: { boosted: 1 } })
    expect(ranks.top.boosted).toBe(1)
    expect((await preview('-999999')).top.boosted).toBe(total)
    const body = { boostValue: 999_999 }
    await site.moderation.call(superBoostSubmission, { params: { id }, body }, { viewer: admin })
    expect(await preview('0')).toMatchObject({ currentBoost: 999_999, hot: { now: 1 } })
  })
})

describe('the pages of administrators', () => {
  const paths = [
    ['/api/admin/stats', []],
    ['/api/admin/flagged', ['?page=0', '?limit=51', '?x=1']],
    [
      '/api/admin/submissions',
      ['?state=lost', '?sort=best', '?page=x', `?search=${'x'.repeat(201)}`],
    ],
    [`/api/admin/submissions/${unknownId}`, []],
    [`/api/admin/submissions/${unknownId}/rank`, ['?boost=x', '?boost=1000001', '?boost=1.5']],
  ] as const

  test.each(paths)('at %s refuse visitors, members and invalid parameters', async (path, wrong) => {
    const send = (query: string, viewer: Viewer | null) =>
      site.moderation.send({ method: 'GET', path: path + query }, { viewer })
    expect((await send('', null)).status).toBe(401)
    expect((await send('', newMember())).status).toBe(403)
    for (const query of wrong) expect((await send(query, admin)).status, query).toBe(400)
    const isMissing = path.includes(unknownId)
    expect((await send('', admin)).status).toBe(isMissing ? 404 : 200)
  })

  test('are 503 while a service that they depend on is unavailable', async () => {
    await site.roadToCatalog.cut()
    try {
      for (const path of ['/api/admin/stats', '/api/admin/flagged', '/api/admin/users']) {
        const response = await site.moderation.send({ method: 'GET', path }, { viewer: admin })
        expect(response).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      }
    } finally {
      await site.roadToCatalog.mend()
    }
  })
})
