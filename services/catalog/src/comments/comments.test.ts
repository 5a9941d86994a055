import { randomUUID } from 'node:crypto'
import { commentsPageSize, listComments, postComment } from '@answerable/contracts/comments'
import { readSubmission } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findDrift,
  propose,
  recordChanges,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

type Say = { viewer?: ReturnType<typeof newMember>; key?: string }

const say = (id: string, content: string, { viewer = newMember(), key }: Say = {}) =>
  service.call(
    postComment,
    { params: { id }, body: { content } },
    { viewer, headers: key === undefined ? {} : { 'idempotency-key': key } },
  )
const list = (id: string, viewer: ReturnType<typeof newMember> | null = null) =>
  service.call(listComments, { params: { id } }, { viewer })

test('posting a comment returns 201; the comment is first in the list and counted', async () => {
  const { id } = await propose(service)
  const viewer = newMember()
  await say(id, 'First.')
  const response = await say(id, '  Second,\r\nin two lines. ', { viewer })
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({
    content: 'Second,\nin two lines.',
    author: { username: viewer.username },
    parentId: null,
    editedAt: null,
    state: 'shown',
    reasonCode: null,
    helpful: 0,
    ownHelpful: false,
  })
  const listed = await list(id)
  expect(listed.body.map((comment) => comment.content)).toEqual([response.body.content, 'First.'])
  expect(listed.body[0]).toEqual({ ...response.body, ownHelpful: null })
  const submission = await service.call(readSubmission, { params: { id } })
  expect(submission.body).toMatchObject({ commentCount: 2, version: 3 })
})

test('concurrent comments are all counted', async () => {
  const { id } = await propose(service)
  await Promise.all(Array.from({ length: 20 }, (_, i) => say(id, `Comment ${i}`)))
  const submission = await service.call(readSubmission, { params: { id } })
  expect(submission.body.commentCount).toBe(20)
  expect(await findDrift(service.db)).toEqual([])
})

test('a comment publishes the new count', async () => {
  const { id } = await propose(service)
  const changes = await recordChanges(service)
  await say(id, 'News.')
  await until(() => {
    expect(changes).toContainEqual(
      expect.objectContaining({ submissionId: id, commentCount: 1, cause: 'numbers' }),
    )
  })
})

test('the list has pages, newest first, with the total and links', async () => {
  const { id, authorId } = await propose(service)
  const count = commentsPageSize + 2
  // Pairs with the same time, so that the order within a moment is tested too.
  await service.db.query(
    `INSERT INTO comments (id, submission_id, author_id, content, created_at)
     SELECT uuidv7(), $1, $2, 'Comment ' || i, now() + i / 2 * interval '1 second'
     FROM generate_series(1, $3) AS i`,
    [id, authorId, count],
  )
  await service.db.query('UPDATE submissions SET comment_count = $2 WHERE id = $1', [id, count])
  const pageAt = (page?: string) =>
    service.call(listComments, { params: { id }, query: { page } }, { viewer: null })
  const [first, second, beyond] = [await pageAt(), await pageAt('2'), await pageAt('3')]
  expect(first.body).toHaveLength(commentsPageSize)
  expect(second.body.map(({ content }) => content)).toContain('Comment 1')
  expect(beyond.body).toEqual([])
  const all = [...first.body, ...second.body]
  expect(new Set(all.map((one) => one.id)).size).toBe(count)
  expect(all).toEqual(
    all.toSorted((one, other) =>
      one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1,
    ),
  )
  for (const { headers } of [first, second, beyond]) {
    expect(headers.get('x-total-count')).toBe(String(count))
  }
  const path = `/api/boycotts/${id}/comments`
  expect(first.headers.get('link')).toBe(
    ['first', 'next', 'last']
      .map((rel) => `<${path}?page=${rel === 'first' ? 1 : 2}&sort=newest>; rel="${rel}"`)
      .join(', '),
  )
  expect(second.headers.get('link')).toContain(`<${path}?page=1&sort=newest>; rel="prev"`)
  expect((await pageAt('2001')).status).toBe(400)
  expect((await pageAt('0')).status).toBe(400)
})

test('a repeat with the same Idempotency-Key returns the first comment and posts no other', async () => {
  const { id } = await propose(service)
  const [viewer, key] = [newMember(), randomUUID()]
  const responses = await Promise.all([1, 2, 3].map(() => say(id, 'Once.', { viewer, key })))
  expect(responses.map((response) => response.status)).toEqual([201, 201, 201])
  expect(new Set(responses.map((response) => response.text)).size).toBe(1)
  expect((await list(id)).body).toHaveLength(1)
})

test('another comment under the same Idempotency-Key is refused with 422, here or elsewhere', async () => {
  const [here, elsewhere] = [await propose(service), await propose(service)]
  const [viewer, key] = [newMember(), randomUUID()]
  await say(here.id, 'Once.', { viewer, key })
  expect((await say(here.id, 'Twice.', { viewer, key })).body).toMatchObject({
    error: { code: 'idempotency_mismatch' },
  })
  expect((await say(elsewhere.id, 'Once.', { viewer, key })).status).toBe(422)
  expect((await say(here.id, 'x', { viewer, key: 'once' })).status).toBe(400)
})

test('signed out is 401, an empty or overlong comment 400', async () => {
  const { id } = await propose(service)
  const path = `/api/boycotts/${id}/comments`
  expect((await service.send({ method: 'POST', path, body: '{"content":"x"}' })).status).toBe(401)
  expect((await say(id, ' \n ')).status).toBe(400)
  expect((await say(id, 'x'.repeat(2_001))).status).toBe(400)
  expect((await list(id)).body).toEqual([])
})

test('of an unknown submission there are none: 404', async () => {
  expect((await list('00000000')).body).toMatchObject({ error: { code: 'submission_not_found' } })
  expect((await say('00000000', 'x')).status).toBe(404)
})

test('comments of a removed submission are readable for its author and administrators, and closed for everyone', async () => {
  const author = newMember()
  const { id } = await propose(service, { author })
  await say(id, 'Before.')
  await remove(service, id)
  const admin = { ...newMember(), role: 'admin' as const }
  expect((await list(id)).status).toBe(404)
  expect((await list(id, newMember())).status).toBe(404)
  expect((await list(id, author)).body).toHaveLength(1)
  expect((await list(id, admin)).body).toHaveLength(1)
  for (const viewer of [author, admin]) expect((await say(id, 'x', { viewer })).status).toBe(404)
})
