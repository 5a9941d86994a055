import { flagSubmission } from '@answerable/contracts/flags'
import {
  countForReview,
  rankSubmission,
  readAnySubmission,
} from '@answerable/contracts/review-internal'
import { pageEntries, pageWaiting } from '@answerable/contracts/review-queue'
import type { Route, RouteInput } from '@answerable/contracts/route'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  decide,
  proposal,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
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
const queue = async (alsoIds: string[] = [], page = 1, limit = 50) => {
  const known = alsoIds.map(
    (id) => ({ kind: 'submission', id, since: '2020-01-01T00:00:00Z' }) as const,
  )
  const body = { kinds: ['submission' as const], sort: 'urgent' as const, known, page, limit }
  const { entries, total } = (await ask(pageWaiting, { body })).body
  return {
    submissions: entries.flatMap((one) => (one.kind === 'submission' ? [one.submission] : [])),
    entries,
    total,
  }
}

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
  test('lists most-flagged first, then oldest, with the open flags and without their reporters', async () => {
    const older = await propose(service)
    const newer = await propose(service)
    const mostFlagged = await propose(service, { sources: 'https://example.com' })
    await flagTimes(newer.id, 5)
    await flagTimes(older.id, 5)
    await flagTimes(mostFlagged.id, 6)
    const { submissions, total } = await queue()
    expect(submissions.slice(0, 3).map(({ id }) => id)).toEqual([
      mostFlagged.id,
      older.id,
      newer.id,
    ])
    expect(submissions.length).toBe(total)
    expect(submissions[0]).toMatchObject({ flagCount: 6, flagged: true })
    expect(submissions[0]?.flags.map(({ reason }) => reason)).toEqual(
      [6, 5, 4, 3, 2, 1].map((number) => `Reason ${number}.`),
    )
    expect(submissions[0]?.flags[0]).toEqual({
      id: expect.any(String),
      reasonCode: null,
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

test('the previous version of moderation gets the kinds that it knows', async () => {
  const { id } = await propose(service)
  await flagTimes(id, 9)
  const ofFormer = async (body: { kind: 'all' | 'comments'; preceding?: number }) =>
    (
      await ask(pageEntries, {
        body: { ...body, alsoIds: [], alsoCommentIds: [], page: 1, limit: 1 },
      })
    ).body
  expect((await ofFormer({ kind: 'all' })).entries).toMatchObject([
    { kind: 'submission', submission: { id } },
  ])
  expect((await ofFormer({ kind: 'all', preceding: 1 })).entries).toEqual([])
  expect((await ofFormer({ kind: 'comments' })).entries).toEqual([])
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
      const response = await ask(route, { params: { id: '00000000' } })
      expect(response).toMatchObject({
        status: 404,
        body: { error: { code: 'submission_not_found' } },
      })
    }
  })
})

test('only moderation may ask: 401 for everyone else', async () => {
  const admin = { viewer: { ...newMember(), role: 'admin' as const } }
  const paths = ['counts?threshold=3', 'submissions', 'submissions/a1B2c3D4']
  for (const path of paths) {
    const response = await service.send({ method: 'GET', path: `/internal/review/${path}` }, admin)
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'passport_refused' } } })
  }
})
