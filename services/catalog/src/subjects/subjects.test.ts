import { randomUUID } from 'node:crypto'
import { postComment } from '@answerable/contracts/comments'
import { matchSearches } from '@answerable/contracts/followed-search'
import { applyMerge } from '@answerable/contracts/merges'
import type { FollowedSearch } from '@answerable/contracts/search-key'
import { describeSubjects } from '@answerable/contracts/subjects'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const asNotifications = { issuer: 'notifications' } as const

const describe = async (ids: {
  submissionIds?: string[]
  businessIds?: string[]
  commentIds?: string[]
}) => {
  const body = { submissionIds: [], businessIds: [], commentIds: [], ...ids }
  return (await service.call(describeSubjects, { body }, asNotifications)).body
}

test('subjects are described as they are now; the texts of removed submissions are not', async () => {
  const [author, writer] = [newMember(), newMember()]
  const { id, business } = await propose(service, { targetName: 'Acme Coffee', author })
  const { body: comment } = await service.call(
    postComment,
    { params: { id }, body: { content: 'x'.repeat(500) } },
    { viewer: writer },
  )
  const ids = {
    submissionIds: [id, 'missing1'],
    businessIds: [business.id],
    commentIds: [comment.id],
  }
  const shown = await describe(ids)
  expect(shown).toMatchObject({
    submissions: [{ id, targetName: 'Acme Coffee', authorId: author.id, approved: true }],
    businesses: [{ ...business, mergedInto: null }],
    comments: [{ id: comment.id, submissionId: id, author: { username: writer.username } }],
  })
  expect(shown.comments[0]?.excerpt).toHaveLength(160)
  await remove(service, id)
  expect(await describe(ids)).toMatchObject({
    submissions: [{ id, approved: false }],
    businesses: [],
    comments: [{ author: null, excerpt: '' }],
  })
})

test('a merged submission leads to the one that remained, until that is removed', async () => {
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.push((await propose(service)).id)
  const [first = '', second = '', third = ''] = ids
  for (const [submissionId, into] of [
    [third, second],
    [second, first],
  ] as const) {
    const body = { decisionId: randomUUID(), submissionId, into }
    await service.call(applyMerge, { body }, { issuer: 'moderation' })
  }
  const mergedInto = async () =>
    Object.fromEntries(
      (await describe({ submissionIds: ids })).submissions.map((one) => [one.id, one.mergedInto]),
    )
  expect(await mergedInto()).toEqual({ [first]: null, [second]: first, [third]: first })
  await remove(service, first)
  expect(await mergedInto()).toEqual({ [first]: null, [second]: null, [third]: null })
})

test('followed searches find a submission as the search does', async () => {
  const { id } = await propose(service, {
    targetName: 'Nestlé Wasser',
    reasons: 'Drains the springs of Vittel',
    category: 'food-beverage',
  })
  const searches: FollowedSearch[] = [
    { q: 'nestle' },
    { q: 'springs vit' },
    { q: '"springs of vittel" -coffee' },
    { q: 'nestle -wasser' },
    { q: 'coffee' },
    { q: 'nestle', category: 'food-beverage' },
    { q: 'nestle', category: 'media' },
    { q: 'nestle', country: 'JP' },
    { q: '-coffee' },
    { q: `'; DROP TABLE x; -- & | ! :*` },
  ]
  const body = { submissionId: id, searches }
  const match = async () => (await service.call(matchSearches, { body }, asNotifications)).body
  expect(await match()).toEqual({ matching: [0, 1, 2, 5] })
  expect(await match()).toEqual({ matching: [0, 1, 2, 5] })
  await remove(service, id)
  expect(await match()).toEqual({ matching: [] })
})
