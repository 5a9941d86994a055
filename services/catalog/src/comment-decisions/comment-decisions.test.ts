import { randomUUID } from 'node:crypto'
import {
  applyCommentDecision,
  type ReviewedComment,
  readAnyComment,
} from '@answerable/contracts/comment-decisions'
import { editComment } from '@answerable/contracts/comment-versions'
import { deleteComment, listComments, postComment } from '@answerable/contracts/comments'
import { commentChanged, type EventPayload, flagsClosed } from '@answerable/contracts/events'
import { flagComment } from '@answerable/contracts/flags'
import { pageEntries } from '@answerable/contracts/review-queue'
import { readSubmission } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import { findDrift, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog
const changes: EventPayload<typeof commentChanged>[] = []
const outcomes: EventPayload<typeof flagsClosed>[] = []

beforeAll(async () => {
  service = await startCatalog()
  await service.bus.subscribe(commentChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
  await service.bus.subscribe(flagsClosed, { everyInstanceOf: 'test' }, async ({ payload }) => {
    outcomes.push(payload)
  })
})
afterAll(() => service.stop())

const newComment = async (author = newMember(), content = 'You are a liar.') => {
  const { id: submissionId } = await propose(service)
  const params = { id: submissionId }
  const { body } = await service.call(
    postComment,
    { params, body: { content } },
    { viewer: author },
  )
  return { id: body.id, submissionId, author }
}
const flag = (id: string, viewer = newMember()) =>
  service.call(
    flagComment,
    { params: { id }, body: { reasonCode: 'hate-or-threats', reason: 'An insult.' } },
    { viewer },
  )
const decide = (
  commentId: string,
  action: 'approve' | 'remove',
  { decisionId = randomUUID(), ...given }: { decisionId?: string; expectedVersion?: number } = {},
) =>
  service.call(
    applyCommentDecision,
    { body: { decisionId, commentId, action, reasonCode: 'harassment', ...given } },
    { issuer: 'moderation' },
  )
const review = async (id: string) =>
  (await service.call(readAnyComment, { params: { id } }, { issuer: 'moderation' })).body
const shown = async (id: string) =>
  (await service.call(listComments, { params: { id } })).body.map((one) => [one.state, one.content])
const queue = async (kind: 'all' | 'submissions' | 'comments', alsoCommentIds: string[] = []) =>
  (
    await service.call(
      pageEntries,
      { body: { kind, alsoIds: [], alsoCommentIds, page: 1, limit: 50 } },
      { issuer: 'moderation' },
    )
  ).body

test('a comment is flagged once by each person, with its text and the chosen reason', async () => {
  const { id, submissionId } = await newComment()
  const viewer = newMember()
  const alias = { ...newMember(), voter: viewer.voter }
  const responses = await Promise.all([viewer, viewer, alias].map((one) => flag(id, one)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await review(id)).toMatchObject({
    flagCount: 1,
    flags: [
      { reasonCode: 'hate-or-threats', reason: 'An insult.', flaggedText: 'You are a liar.' },
    ],
  } satisfies Partial<{ [Key in keyof ReviewedComment]: unknown }>)
  expect((await service.call(readSubmission, { params: { id: submissionId } })).body.flagged).toBe(
    false,
  )
  expect((await flag(randomUUID())).status).toBe(404)
})

test('a removal hides the text at once, leaves the reason, and notifies pages and reporters', async () => {
  const { id, submissionId, author } = await newComment()
  const reporter = newMember()
  await flag(id, reporter)
  const decisionId = randomUUID()
  const response = await decide(id, 'remove', { decisionId })
  expect(response.body).toMatchObject({
    submissionId,
    before: { state: 'shown', flagCount: 1 },
    after: { state: 'removed', flagCount: 1 },
    comment: { authorId: author.id, content: 'You are a liar.' },
  })
  expect((await decide(id, 'remove', { decisionId })).body).toEqual(response.body)
  expect(await shown(submissionId)).toEqual([['removed', '']])
  const { body } = await service.call(readSubmission, { params: { id: submissionId } })
  expect(body.commentCount).toBe(0)
  const subject = { kind: 'comment', id, submissionId }
  const removed = { subject, reporterIds: [reporter.id], outcome: 'removed', decisionId }
  await until(() => expect(outcomes).toContainEqual(removed))
  await until(() =>
    expect(changes).toContainEqual(
      expect.objectContaining({ commentId: id, state: 'removed', cause: 'removed' }),
    ),
  )
  expect((await flag(id)).body).toMatchObject({ error: { code: 'comment_closed' } })
  await decide(id, 'approve')
  expect(await shown(submissionId)).toEqual([['shown', 'You are a liar.']])
  await until(() => expect(outcomes.at(-1)).toMatchObject({ subject, outcome: 'approved' }))
  expect(outcomes.filter((one) => one.subject.id === id)).toHaveLength(2)
  expect(await review(id)).toMatchObject({
    flagCount: 0,
    flags: [{ closedAt: expect.any(String) }],
  })
  expect(await findDrift(service.db, [submissionId])).toEqual([])
})

test('of two decisions on one version, the second is a conflict', async () => {
  const { id } = await newComment()
  const { version: expectedVersion } = await review(id)
  const responses = await Promise.all(
    (['approve', 'remove', 'approve'] as const).map((action) =>
      decide(id, action, { expectedVersion }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('a text that was changed since it was read is not approved, but can be removed', async () => {
  const { id, author } = await newComment()
  await flag(id)
  const { version: expectedVersion } = await review(id)
  await service.call(
    editComment,
    { params: { id }, body: { content: 'Worse.' } },
    { viewer: author },
  )
  const refused = await decide(id, 'approve', { expectedVersion })
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'comment_changed' } } })
  expect(await review(id)).toMatchObject({ flagCount: 1, content: 'Worse.' })
  const { version } = await review(id)
  expect((await decide(id, 'approve', { expectedVersion: version })).status).toBe(200)
  await service.call(
    editComment,
    { params: { id }, body: { content: 'Worst.' } },
    { viewer: author },
  )
  const { version: approved } = await review(id)
  expect((await decide(id, 'remove', { expectedVersion: approved - 1 })).status).toBe(200)
})

test('the queue has submissions and comments, most flags first, and can be limited to one kind', async () => {
  const [one, two, appealed] = [await newComment(), await newComment(), await newComment()]
  for (const id of [one.id, two.id, two.id]) await flag(id)
  await decide(appealed.id, 'remove')
  const { entries, total } = await queue('comments', [appealed.id])
  const ids = entries.map((entry) => (entry.kind === 'comment' ? entry.comment.id : entry.kind))
  expect(ids.filter((id) => [one.id, two.id, appealed.id].includes(id))).toEqual([
    two.id,
    one.id,
    appealed.id,
  ])
  expect(total).toBe(entries.length)
  const all = await queue('all', [appealed.id])
  const submissions = await queue('submissions')
  expect(all.total).toBe(total + submissions.total)
  expect(submissions.entries.every(({ kind }) => kind === 'submission')).toBe(true)
  await service.call(deleteComment, { params: { id: two.id } }, { viewer: two.author })
  expect((await queue('comments')).entries).not.toContainEqual(
    expect.objectContaining({ comment: expect.objectContaining({ id: two.id }) }),
  )
})

test('deleting an account deletes the flags by it and the texts of its flagged comments', async () => {
  const { id, author, submissionId } = await newComment()
  const [reporter, other] = [newMember(), newMember()]
  await flag(id, reporter)
  await flag(id, other)
  const decisionId = randomUUID()
  await decide(id, 'remove', { decisionId })
  await eraseAuthor(service.db, { userId: reporter.id, requestId: null })
  expect(await review(id)).toMatchObject({ flagCount: 1, flags: [{ reason: 'An insult.' }] })
  await eraseAuthor(service.db, { userId: author.id, requestId: null })
  const { rows } = await service.db.query('SELECT FROM comment_flags WHERE comment_id = $1', [id])
  expect(rows).toEqual([])
  expect((await decide(id, 'remove', { decisionId })).body).toMatchObject({ comment: null })
  expect(await findDrift(service.db, [submissionId])).toEqual([])
})
