import { editComment, listCommentVersions } from '@answerable/contracts/comment-versions'
import {
  deleteComment,
  listComments,
  markHelpful,
  postComment,
  readComment,
  unmarkHelpful,
} from '@answerable/contracts/comments'
import { type CommentChange, commentChanged, userChanged } from '@answerable/contracts/events'
import { readSubmission } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDrift, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog
const changes: CommentChange[] = []

beforeAll(async () => {
  service = await startCatalog()
  await service.bus.subscribe(commentChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
})
afterAll(() => service.stop())

type Member = ReturnType<typeof newMember>

const say = async (id: string, content: string, viewer = newMember(), parentId?: string) =>
  (
    await service.call(
      postComment,
      { params: { id }, body: parentId === undefined ? { content } : { content, parentId } },
      { viewer },
    )
  ).body
const edit = (id: string, content: string, viewer: Member, expectedVersion?: number) =>
  service.call(
    editComment,
    {
      params: { id },
      body: expectedVersion === undefined ? { content } : { content, expectedVersion },
    },
    { viewer },
  )
const erase = (id: string, viewer: Member) =>
  service.call(deleteComment, { params: { id } }, { viewer })
const mark = (id: string, viewer: Member) =>
  service.call(markHelpful, { params: { id } }, { viewer })
const unmark = (id: string, viewer: Member) =>
  service.call(unmarkHelpful, { params: { id } }, { viewer })
const versions = async (id: string) =>
  (await service.call(listCommentVersions, { params: { id } })).body
const makeOld = (id: string) =>
  service.db.query(`UPDATE comments SET created_at = now() - interval '16 minutes' WHERE id = $1`, [
    id,
  ])
const published = (id: string) => changes.filter(({ commentId }) => commentId === id)
const untilPublished = (id: string, last: Partial<CommentChange>) =>
  until(() => expect(published(id).at(-1)).toMatchObject(last))

test('an edit in the first minutes replaces the text; a later one keeps the former text for everyone', async () => {
  const { id: submissionId } = await propose(service)
  const author = newMember()
  const { id } = await say(submissionId, 'Frist.', author)
  const early = await edit(id, 'First.', author)
  expect(early).toMatchObject({ status: 200, body: { content: 'First.', editedAt: null } })
  expect(await versions(id)).toMatchObject([{ number: 1, content: 'First.' }])
  await makeOld(id)
  const late = await edit(id, 'Second.', author)
  expect(late.body.editedAt).not.toBeNull()
  await edit(id, 'Third.', author)
  expect((await versions(id)).map(({ number, content }) => [number, content])).toEqual([
    [3, 'Third.'],
    [2, 'Second.'],
    [1, 'First.'],
  ])
  const read = await service.call(readComment, { params: { id } })
  expect(read.body).toMatchObject({ content: 'Third.', version: 4 })
  await untilPublished(id, { cause: 'edited', version: 4, authorId: author.id, state: 'shown' })
})

test('the versions of a comment have pages', async () => {
  const author = newMember()
  const { id } = await say((await propose(service)).id, 'Text 25', author)
  await service.db.query(
    `INSERT INTO comment_versions SELECT $1, number, 'Text ' || number, now()
     FROM generate_series(1, 24) AS number`,
    [id],
  )
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) =>
      service.call(listCommentVersions, { params: { id }, query: { page } }),
    ),
  )
  expect(pages.flatMap(({ body }) => body.map(({ content }) => content))).toEqual(
    Array.from({ length: 25 }, (_, at) => `Text ${25 - at}`),
  )
  expect(pages.map(({ body }) => body.length)).toEqual([20, 5, 0])
  expect(pages[0]?.headers.get('x-total-count')).toBe('25')
})

test('of two edits of the same text one wins, and marks do not count as edits', async () => {
  const author = newMember()
  const { id, version } = await say((await propose(service)).id, 'Draft.', author)
  await mark(id, newMember())
  const both = await Promise.all(
    ['One.', 'Other.'].map((content) => edit(id, content, author, version)),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ error: { code: 'comment_changed' } })
  const won = both.find(({ status }) => status === 200)
  const read = await service.call(readComment, { params: { id } })
  expect(read.body.content).toBe(won?.body.content)
})

test('only the author edits and deletes; signed out is 401, an unknown comment 404', async () => {
  const { id } = await say((await propose(service)).id, 'Mine.')
  const stranger = newMember()
  const admin = { ...newMember(), role: 'admin' as const }
  for (const viewer of [stranger, admin]) {
    expect((await edit(id, 'x', viewer)).body).toMatchObject({ error: { code: 'forbidden' } })
    expect((await erase(id, viewer)).status).toBe(403)
  }
  const unknown = '0199aa00-0000-7000-8000-000000000000'
  expect((await edit(unknown, 'x', stranger)).status).toBe(404)
  expect((await erase(unknown, stranger)).status).toBe(404)
  expect((await edit(id, ' ', stranger)).status).toBe(400)
  for (const method of ['PATCH', 'DELETE']) {
    const sent = await service.send({
      method,
      path: `/api/comments/${id}`,
      body: '{"content":"x"}',
    })
    expect(sent.status).toBe(401)
  }
})

test('a deleted comment disappears; with replies a line without author and text remains until they are gone', async () => {
  const { id: submissionId } = await propose(service)
  const [author, other] = [newMember(), newMember()]
  const root = await say(submissionId, 'Root.', author)
  const reply = await say(submissionId, 'Reply.', other, root.id)
  await mark(root.id, other)
  await makeOld(root.id)
  await edit(root.id, 'Root, edited.', author)
  expect((await erase(root.id, author)).status).toBe(204)
  await untilPublished(root.id, { cause: 'deleted', state: 'deleted', authorId: null })
  const listed = async () =>
    (await service.call(listComments, { params: { id: submissionId } })).body
  expect(await listed()).toMatchObject([
    { id: root.id, content: '', author: null, state: 'deleted', helpful: 0, editedAt: null },
    { id: reply.id, content: 'Reply.' },
  ])
  expect((await service.call(listCommentVersions, { params: { id: root.id } })).status).toBe(404)
  const { rowCount } = await service.db.query(
    'SELECT FROM comment_versions WHERE comment_id = $1',
    [root.id],
  )
  expect(rowCount).toBe(0)
  expect((await erase(root.id, author)).status).toBe(404)
  expect((await mark(root.id, other)).body).toMatchObject({ error: { code: 'comment_closed' } })
  const count = async () =>
    (await service.call(readSubmission, { params: { id: submissionId } })).body.commentCount
  expect(await count()).toBe(1)
  expect((await erase(reply.id, other)).status).toBe(204)
  expect(await listed()).toEqual([])
  expect(await count()).toBe(0)
  expect(await findDrift(service.db, [submissionId])).toEqual([])
})

test('replies to a comment that is being deleted are refused or keep their place', async () => {
  const { id: submissionId } = await propose(service)
  const author = newMember()
  for (let round = 0; round < 6; round += 1) {
    const { id } = await say(submissionId, `Root ${round}.`, author)
    const path = `/api/boycotts/${submissionId}/comments`
    const [erased, ...replies] = await Promise.all([
      erase(id, author),
      ...[1, 2, 3].map((at) =>
        service.send(
          { method: 'POST', path, body: JSON.stringify({ content: `Reply ${at}`, parentId: id }) },
          { viewer: newMember() },
        ),
      ),
    ])
    expect(erased.status).toBe(204)
    const written = replies.filter(({ status }) => status === 201).length
    for (const { status } of replies) expect([201, 404, 409]).toContain(status)
    const { body } = await service.call(listComments, { params: { id: submissionId } })
    expect(body.filter(({ parentId }) => parentId === id)).toHaveLength(written)
    expect(body.some((one) => one.id === id)).toBe(written > 0)
  }
  expect(await findDrift(service.db, [submissionId])).toEqual([])
})

test('a person marks a comment as helpful once, whatever the number of requests and accounts', async () => {
  const author = newMember()
  const { id } = await say((await propose(service)).id, 'Useful.', author)
  const reader = newMember()
  const responses = await Promise.all([1, 2, 3].map(() => mark(id, reader)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(responses[0]?.body).toMatchObject({ helpful: 1, ownHelpful: true })
  const alias = { ...newMember(), voter: reader.voter }
  expect((await mark(id, alias)).body).toMatchObject({ error: { code: 'already_helpful' } })
  for (const own of [author, { ...newMember(), voter: author.voter }]) {
    await service.call(markHelpful, { params: { id } }, { viewer: newMember() })
    await service.db.query(
      'INSERT INTO voters (user_id, voter_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [author.id, author.voter?.id],
    )
    expect((await mark(id, own)).body).toMatchObject({ error: { code: 'own_comment' } })
  }
  const read = async (viewer: Member | null) =>
    (await service.call(readComment, { params: { id } }, { viewer })).body
  expect(await read(null)).toMatchObject({ helpful: 3, ownHelpful: null })
  expect(await read(reader)).toMatchObject({ ownHelpful: true })
  const withdrawn = await Promise.all([1, 2].map(() => unmark(id, reader)))
  expect(withdrawn.map(({ body }) => [body.helpful, body.ownHelpful])).toEqual([
    [2, false],
    [2, false],
  ])
  expect((await mark(id, alias)).status).toBe(200)
  await untilPublished(id, { cause: 'helpful' })
})

test('a text mentions members once, not its author, suspended members, quotations or code', async () => {
  const members = await Promise.all(
    ['Anna-B', 'suspended-one', 'quoted', 'author'].map(async (username, at) => {
      const user = { ...newMember(), username: `${username}${at}` }
      await service.bus.publish({
        id: crypto.randomUUID(),
        subject: userChanged.subject,
        payload: { user, version: 1, suspended: at === 1 },
        requestId: null,
      })
      return user
    }),
  )
  const [anna, suspended, quoted, author] = members
  const { id: submissionId } = await propose(service)
  const again = `@${anna?.username.toUpperCase()} `.repeat(100)
  const text = `${again} @${suspended?.username}, me@${quoted?.username} and @nobody-has-it\n> @${quoted?.username}\n\`@${quoted?.username}\` (@${author?.username})`
  const comment = await say(submissionId, text, author)
  await untilPublished(comment.id, { cause: 'created', mentioned: [anna?.id ?? ''] })
  await edit(comment.id, `Thanks, @${quoted?.username}!`, author as Member)
  await untilPublished(comment.id, { cause: 'edited', mentioned: [quoted?.id ?? ''] })
  const reply = await say(submissionId, 'A reply.', newMember(), comment.id)
  await untilPublished(reply.id, {
    parentId: comment.id,
    rootId: comment.id,
    parentAuthorId: author?.id ?? '',
    mentioned: [],
  })
})

test('a locked discussion accepts no edits, but deletions', async () => {
  const { id: submissionId } = await propose(service)
  const author = newMember()
  const { id } = await say(submissionId, 'Before.', author)
  await service.db.query('UPDATE submissions SET discussion_locked = true WHERE id = $1', [
    submissionId,
  ])
  expect((await edit(id, 'After.', author)).body).toMatchObject({
    error: { code: 'discussion_locked' },
  })
  expect((await erase(id, author)).status).toBe(204)
})
