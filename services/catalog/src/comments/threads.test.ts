import { randomUUID } from 'node:crypto'
import {
  type Comment,
  commentsPageSize,
  listComments,
  listReplies,
  markHelpful,
  postComment,
  readComment,
} from '@answerable/contracts/comments'
import { readSubmission } from '@answerable/contracts/submissions'
import { transaction } from '@answerable/service-kit/db'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDrift, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { removeComment } from './changes.ts'
import { lockComment } from './store.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const say = async (
  id: string,
  content: string,
  { parentId = null as string | null, viewer = newMember() } = {},
) => service.call(postComment, { params: { id }, body: { content, parentId } }, { viewer })
const sayId = async (...given: Parameters<typeof say>) => (await say(...given)).body.id
const list = async (id: string, query: { sort?: string; page?: string } = {}) =>
  service.call(listComments, { params: { id }, query: query as { sort?: 'newest' } })
const textsOf = (comments: readonly Comment[]) => comments.map(({ content }) => content)

/** Threads with these numbers of replies, the first one oldest. */
const fill = async (id: string, replyCounts: readonly number[]): Promise<void> => {
  await service.db.query(
    `WITH roots AS (
       INSERT INTO comments (id, submission_id, author_id, content, created_at)
       SELECT uuidv7(), $1, author_id, 'Root ' || place, now() - interval '1 day' + place * interval '1 s'
       FROM submissions, generate_series(1, $3) AS place WHERE submissions.id = $1
       RETURNING id, author_id, content
     )
     INSERT INTO comments (id, submission_id, author_id, content, parent_id, root_id, created_at)
     SELECT uuidv7(), $1, author_id, 'Reply ' || at, roots.id, roots.id, now() + at * interval '1 s'
     FROM roots, generate_series(1, ($2::int[])[substr(content, 6)::int]) AS at`,
    [id, replyCounts, replyCounts.length],
  )
  await service.db.query(
    `UPDATE submissions SET comment_count = (
       SELECT count(*) FROM comments WHERE submission_id = $1
     ) WHERE id = $1`,
    [id],
  )
}

test('replies follow the first comment of their thread, oldest first, on every level', async () => {
  const { id } = await propose(service)
  const first = await sayId(id, 'first')
  const second = await sayId(id, 'second')
  const reply = await sayId(id, 'reply', { parentId: first })
  const deep = await say(id, 'deep', { parentId: reply })
  await say(id, 'later', { parentId: first })
  expect(deep.body).toMatchObject({ parentId: reply, replyCount: 0, state: 'shown' })
  const { body, headers } = await list(id)
  expect(textsOf(body)).toEqual(['second', 'first', 'reply', 'deep', 'later'])
  expect(body.map(({ parentId }) => parentId)).toEqual([null, null, first, reply, first])
  expect(body.map(({ replyCount }) => replyCount)).toEqual([0, 3, 0, 0, 0])
  expect(headers.get('x-total-count')).toBe('2')
  const submission = await service.call(readSubmission, { params: { id } })
  expect(submission.body.commentCount).toBe(5)
  expect(textsOf((await list(id, { sort: 'oldest' })).body).slice(0, 2)).toEqual(['first', 'reply'])
  await service.call(markHelpful, { params: { id: first } }, { viewer: newMember() })
  const helpful = await list(id, { sort: 'helpful' })
  expect(helpful.body.map((one) => one.id).slice(0, 1)).toEqual([first])
  expect(helpful.body.at(-1)?.id).toBe(second)
  expect(await findDrift(service.db, [id])).toEqual([])
})

test('the threads of a page share a number of replies; the replies of each thread have pages', async () => {
  const { id } = await propose(service)
  await fill(id, [60, 0, 3, ...Array.from({ length: 60 }, () => 2)])
  const [latest, earliest] = [await list(id), await list(id, { sort: 'oldest' })]
  expect(latest.headers.get('x-total-count')).toBe('63')
  const roots = (comments: readonly Comment[]) =>
    comments.filter(({ parentId }) => parentId === null)
  for (const { body } of [latest, earliest]) {
    expect(roots(body)).toHaveLength(commentsPageSize)
    expect(body.length).toBe(75)
  }
  const second = await list(id, { page: '2' })
  expect(roots(second.body)).toHaveLength(13)
  // The others have 23 replies, and the long thread gets the remaining places.
  expect(second.body.length).toBe(75)
  expect(second.body.filter(({ parentId }) => parentId === second.body.at(-40)?.id).length).toBe(39)
  const [root] = roots(earliest.body)
  expect(root?.replyCount).toBe(60)
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) =>
      service.call(listReplies, { params: { id: String(root?.id) }, query: { page } }),
    ),
  )
  expect(pages.map(({ body }) => body.length)).toEqual([50, 10, 0])
  expect(pages[0]?.headers.get('x-total-count')).toBe('60')
  expect(pages[0]?.headers.get('link')).toContain('page=2>; rel="next"')
  expect(textsOf(pages.flatMap(({ body }) => body))).toEqual(
    Array.from({ length: 60 }, (_, at) => `Reply ${at + 1}`),
  )
})

test('a comment has the pages on which it is found, in every order', async () => {
  const { id } = await propose(service)
  await fill(id, [...Array.from({ length: 55 }, () => 0), 52])
  const { rows } = await service.db.query<{ id: string }>(
    'SELECT id FROM comments WHERE submission_id = $1 ORDER BY random() LIMIT 12',
    [id],
  )
  for (const one of rows) {
    for (const sort of ['newest', 'oldest', 'helpful'] as const) {
      const { body } = await service.call(readComment, { params: one, query: { sort } })
      const rootId = body.rootId ?? body.id
      const page = await list(id, { sort, page: String(body.page) })
      expect(page.body.map((each) => each.id)).toContain(rootId)
      expect(body).toMatchObject({ ...one, submissionId: id })
      if (body.replyPage === null) expect(body.rootId).toBeNull()
      else {
        const replies = await service.call(listReplies, {
          params: { id: rootId },
          query: { page: String(body.replyPage) },
        })
        expect(replies.body.map((each) => each.id)).toContain(body.id)
      }
    }
  }
})

test('a reply to an unknown comment, or to one of another submission, is 404', async () => {
  const [here, elsewhere] = [await propose(service), await propose(service)]
  const parentId = await sayId(elsewhere.id, 'elsewhere')
  for (const parent of [parentId, randomUUID()]) {
    expect((await say(here.id, 'x', { parentId: parent })).body).toMatchObject({
      error: { code: 'comment_not_found' },
    })
  }
  expect((await list(here.id)).body).toEqual([])
  const reply = await sayId(elsewhere.id, 'reply', { parentId })
  expect((await service.call(listReplies, { params: { id: reply } })).status).toBe(404)
})

test('a locked discussion accepts no comments: 409', async () => {
  const { id } = await propose(service)
  const parentId = await sayId(id, 'before')
  await service.db.query('UPDATE submissions SET discussion_locked = true WHERE id = $1', [id])
  for (const parent of [null, parentId]) {
    expect((await say(id, 'x', { parentId: parent })).body).toMatchObject({
      error: { code: 'discussion_locked' },
    })
  }
})

test('a removed comment leaves the reason and no text; only its author and administrators see the name', async () => {
  const { id } = await propose(service)
  const author = newMember()
  const removed = await sayId(id, 'Against the rules.', { viewer: author })
  const reply = await sayId(id, 'A reply.', { parentId: removed })
  await transaction(service.db, async (db) => {
    const { comment } = await lockComment(db, removed)
    await removeComment(db, comment, { reasonCode: 'harassment', requestId: 'test' })
  })
  const read = async (viewer: typeof author | null) =>
    (await service.call(readComment, { params: { id: removed } }, { viewer })).body
  expect(await read(null)).toMatchObject({
    content: '',
    author: null,
    state: 'removed',
    reasonCode: 'harassment',
    replyCount: 1,
  })
  const admin = { ...newMember(), role: 'admin' as const }
  for (const viewer of [author, admin]) {
    expect(await read(viewer)).toMatchObject({
      content: '',
      author: { username: author.username },
    })
  }
  expect((await list(id)).body.map((one) => one.id)).toEqual([removed, reply])
  expect((await say(id, 'x', { parentId: removed })).body).toMatchObject({
    error: { code: 'comment_closed' },
  })
  const submission = await service.call(readSubmission, { params: { id } })
  expect(submission.body.commentCount).toBe(1)
  expect(await findDrift(service.db, [id])).toEqual([])
})

test('comments of a removed submission are 404 by their id too', async () => {
  const { id } = await propose(service)
  const comment = await sayId(id, 'Before.')
  await remove(service, id)
  for (const route of [readComment, listReplies]) {
    expect((await service.call(route, { params: { id: comment } })).status).toBe(404)
  }
})
