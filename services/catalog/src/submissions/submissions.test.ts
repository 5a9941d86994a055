import { hotRank } from '@answerable/contracts/ranking'
import { readSubmission, submitBoycott } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  decide,
  proposal,
  propose,
  recordChanges,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { withNewId } from './ids.ts'
import { insertSubmission } from './store.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const countSubmissions = async (): Promise<number> =>
  (await service.db.query<{ count: number }>('SELECT count(*) FROM submissions')).rows[0]?.count ??
  0

describe('submitting', () => {
  test('returns 201 with the submission: approved, without votes, score 0', async () => {
    const author = newMember()
    const response = await service.call(
      submitBoycott,
      { body: { ...proposal, category: 'food-beverage', sources: 'https://example.com' } },
      { viewer: author },
    )
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      ...proposal,
      category: 'food-beverage',
      sources: 'https://example.com',
      embedUrl: null,
      embedType: null,
      authorId: author.id,
      author: { username: author.username },
      score: 0,
      superBoost: 0,
      flagged: false,
      approved: true,
      commentCount: 0,
      userVote: null,
      version: 1,
    })
    expect(response.body.createdAt).toMatch(/Z$/)
  })

  test('finds the player of the first video among the sources', async () => {
    const sources = 'Seen at https://example.com and https://youtu.be/dQw4w9WgXcQ.'
    expect(await propose(service, { sources })).toMatchObject({
      embedType: 'youtube',
      embedUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    })
  })

  test('stores empty sources and an empty category as null', async () => {
    expect(await propose(service, { sources: '  ', category: null })).toMatchObject({
      sources: null,
      category: null,
    })
  })

  test('publishes the submission after the commit', async () => {
    const changes = await recordChanges(service)
    const { id } = await propose(service)
    await until(() => {
      expect(changes).toContainEqual({
        submissionId: id,
        version: 1,
        score: 0,
        commentCount: 0,
        participantCount: 0,
        status: 'proposed',
        approved: true,
        cause: 'created',
      })
    })
  })

  test.each([
    'author',
    'authorId',
    'score',
    'superBoost',
    'flagged',
    'approved',
    'createdAt',
    'id',
  ])('does not accept %s as input', async (field) => {
    const response = await service.send(
      {
        method: 'POST',
        path: '/api/boycotts',
        body: JSON.stringify({ ...proposal, [field]: 1 }),
      },
      { viewer: newMember() },
    )
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ error: { fields: { [field]: expect.any(String) } } })
  })

  test.each([
    ['targetName', ''],
    ['targetName', ' \u200b '],
    ['targetName', 'x'.repeat(121)],
    ['location', 'x'.repeat(121)],
    ['reasons', '\n\n'],
    ['reasons', 'x'.repeat(5_001)],
    ['sources', 'x'.repeat(2_001)],
    ['category', 'weapons'],
    ['targetName', 7],
    ['reasons', null],
  ])('refuses %s of %j with 400 and stores nothing', async (field, value) => {
    const before = await countSubmissions()
    const response = await service.send(
      {
        method: 'POST',
        path: '/api/boycotts',
        body: JSON.stringify({ ...proposal, [field]: value }),
      },
      { viewer: newMember() },
    )
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      error: { code: 'invalid_request', fields: { [field]: expect.any(String) } },
    })
    expect(await countSubmissions()).toBe(before)
  })

  test('uses another id if a submission already has the generated one', async () => {
    const taken = await propose(service)
    const generated = [taken.id, 'free0001']
    await withNewId(
      (id) => insertSubmission(service.db, { ...proposal, id, authorId: taken.authorId ?? '' }),
      () => generated.shift() ?? '',
    )
    const { rowCount } = await service.db.query(`DELETE FROM submissions WHERE id = 'free0001'`)
    expect(rowCount).toBe(1)
  })
})

describe('reading one', () => {
  const read = (id: string, viewer: ReturnType<typeof newMember> | null = null) =>
    service.call(readSubmission, { params: { id } }, { viewer })

  test('returns it to visitors', async () => {
    const submission = await propose(service)
    const response = await read(submission.id)
    expect(response.status).toBe(200)
    expect(response.body).toEqual(submission)
  })

  test('returns 404 for an unknown id and 400 for an invalid id', async () => {
    expect((await read('00000000')).status).toBe(404)
    expect((await read('no-such-id')).status).toBe(400)
    expect((await read('%00')).status).toBe(404)
  })

  test('returns a removed submission to its author and to administrators, and 404 to everyone else', async () => {
    const author = newMember()
    const { id } = await propose(service, { author })
    await remove(service, id)
    expect((await read(id)).status).toBe(404)
    expect((await read(id, newMember())).status).toBe(404)
    expect((await read(id, author)).body).toMatchObject({ id, approved: false })
    expect((await read(id, { ...newMember(), role: 'admin' })).status).toBe(200)
  })

  test('shows no author once the account is deleted', async () => {
    const { id, authorId } = await propose(service)
    await service.db.query('DELETE FROM authors WHERE id = $1', [authorId])
    expect((await read(id)).body).toMatchObject({ authorId: null, author: null })
  })
})

test('the stored rank is that of the published formula', async () => {
  const { id } = await propose(service)
  const score = fc.integer({ min: -2_000_000, max: 2_000_000 })
  const createdAt = fc.date({
    min: new Date('1990-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  })
  await fc.assert(
    fc.asyncProperty(score, score, createdAt, async (votes, boost, date) => {
      const { rows } = await service.db.query<{ hot: number }>(
        `UPDATE submissions SET score = $2, super_boost = $3, created_at = $4
         WHERE id = $1 RETURNING hot`,
        [id, votes, boost, date],
      )
      const rank = hotRank({ score: votes, superBoost: boost, createdAt: date })
      expect(rows[0]?.hot).toBeCloseTo(rank, 8)
    }),
  )
  await service.db.query('DELETE FROM submissions WHERE id = $1', [id])
})

test('a super boost is a field of its own and does not change the score', async () => {
  const { id } = await propose(service)
  const response = await decide(service, id, { action: { kind: 'super-boost', boostValue: 50 } })
  expect(response.body.after).toMatchObject({ score: 0, superBoost: 50 })
})
