import {
  overturnAppeal,
  postCommentAppeal,
  readOwnCommentDecision,
  upholdAppeal,
} from '@answerable/contracts/appeals'
import {
  approveComment,
  removeComment,
  reviewComment,
} from '@answerable/contracts/comment-decisions'
import { postComment } from '@answerable/contracts/comments'
import { decisionApplied, type EventPayload } from '@answerable/contracts/events'
import { flagComment } from '@answerable/contracts/flags'
import { exportDecisions } from '@answerable/contracts/own-data'
import { readStats } from '@answerable/contracts/review'
import { listQueue } from '@answerable/contracts/review-queue'
import type { Viewer } from '@answerable/contracts/sessions'
import { verifyLog } from '@answerable/moderation/log/verify'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calls, callsOf } from './calls.ts'
import { addPerson, type ModerationSite, newKey, propose, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer
let calls: Calls
const applied: EventPayload<typeof decisionApplied>[] = []

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  calls = callsOf(site, admin)
  await site.moderation.bus.subscribe(
    decisionApplied,
    { everyInstanceOf: 'test' },
    async ({ payload }) => {
      applied.push(payload)
    },
  )
})
afterAll(() => site.stop())

const newComment = async (author: Viewer) => {
  const submissionId = await propose(site)
  const { body } = await site.catalog.call(
    postComment,
    { params: { id: submissionId }, body: { content: 'You are a liar.' } },
    { viewer: author },
  )
  return { id: body.id, submissionId }
}
const flag = (id: string) =>
  site.catalog.call(
    flagComment,
    { params: { id }, body: { reason: 'An insult.' } },
    { viewer: newMember() },
  )
type Body = { reasonCode?: 'harassment'; note?: string; expectedVersion?: number }
const decide = (
  route: typeof removeComment | typeof approveComment,
  id: string,
  {
    body = {},
    viewer = admin,
    headers = {},
  }: { body?: Body; viewer?: Viewer; headers?: Record<string, string> } = {},
) => site.moderation.call(route, { params: { id }, body }, { viewer, headers })
const review = async (id: string) =>
  (await site.moderation.call(reviewComment, { params: { id } }, { viewer: admin })).body
const queued = async (kind: 'all' | 'submissions' | 'comments') =>
  (await site.moderation.call(listQueue, { query: { kind } }, { viewer: admin })).body
const ownDecision = (id: string, viewer: Viewer) =>
  site.moderation.call(readOwnCommentDecision, { params: { id } }, { viewer })
const appeal = (id: string, viewer: Viewer) =>
  site.moderation.call(
    postCommentAppeal,
    { params: { id }, body: { text: 'It was a quotation.' } },
    { viewer },
  )

test('a flagged comment is in the queue and in the totals until it is decided on, on the record', async () => {
  const { id, submissionId } = await newComment(await addPerson(site))
  await flag(id)
  expect(await queued('comments')).toMatchObject([
    { kind: 'comment', comment: { id, flagCount: 1 } },
  ])
  expect(await queued('submissions')).toEqual([])
  const stats = async () => (await site.moderation.call(readStats, {}, { viewer: admin })).body
  expect((await stats()).flaggedContent).toBe(1)
  const headers = newKey()
  const body = { reasonCode: 'harassment', note: 'An insult.' } as const
  const first = await decide(removeComment, id, { body, headers })
  expect(first.body.comment).toMatchObject({
    id,
    state: 'removed',
    submission: { id: submissionId },
  })
  expect((await decide(removeComment, id, { body, headers })).body).toEqual(first.body)
  expect(await decide(approveComment, id, { headers })).toMatchObject({
    status: 422,
    body: { error: { code: 'idempotency_mismatch' } },
  })
  expect(await queued('all')).toEqual([])
  expect((await stats()).flaggedContent).toBe(0)
  expect((await review(id)).decisions).toMatchObject([
    { kind: 'remove-comment', before: { state: 'shown' }, after: { state: 'removed' }, ...body },
  ])
  const [entry] = await calls.publicLog()
  expect(entry).toMatchObject({ kind: 'remove-comment', reasonCode: 'harassment' })
  expect(JSON.stringify(entry)).not.toContain(id)
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
})

test('the second of two decisions receives the first', async () => {
  const { id } = await newComment(await addPerson(site))
  const { version: expectedVersion } = await review(id)
  await decide(removeComment, id, { body: { expectedVersion } })
  expect(await decide(approveComment, id, { body: { expectedVersion } })).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'decision_conflict',
        message: expect.stringContaining('removed this comment'),
        fields: { decision: 'remove-comment' },
      },
    },
  })
})

test('the author of a removed comment, and nobody else, reads why, and appeals once', async () => {
  const author = await addPerson(site)
  const { id, submissionId } = await newComment(author)
  expect((await ownDecision(id, author)).status).toBe(404)
  const { decisionId } = (await decide(removeComment, id, { body: { note: 'An insult.' } })).body
  expect((await ownDecision(id, await addPerson(site))).status).toBe(404)
  expect((await ownDecision(id, author)).body).toMatchObject({ decisionId, note: 'An insult.' })
  expect((await appeal(id, author)).status).toBe(201)
  expect((await appeal(id, author)).body).toMatchObject({ error: { code: 'already_appealed' } })
  const [entry] = await queued('comments')
  const appealId = entry?.kind === 'comment' ? (entry.comment.appeal?.id ?? '') : ''
  const granted = await site.moderation.call(
    overturnAppeal,
    { params: { id: appealId } },
    { viewer: admin },
  )
  expect(granted.body.appeal.state).toBe('overturned')
  expect(await review(id)).toMatchObject({ state: 'shown', appeals: [{ state: 'overturned' }] })
  await until(() =>
    expect(applied.at(-1)).toMatchObject({
      kind: 'approve-comment',
      subject: { kind: 'comment', id, submissionId },
      concernedId: author.id,
      appeal: 'overturned',
    }),
  )
  const { body } = await site.moderation.call(exportDecisions, {}, { viewer: author })
  expect(body).toMatchObject({
    decisions: [
      { commentId: id, kind: 'remove-comment' },
      { commentId: id, kind: 'approve-comment' },
    ],
    appeals: [{ commentId: id, submissionId: null, state: 'overturned' }],
    next: null,
  })
})

test('an administrator does not decide in favour of their own comment while there is another', async () => {
  const [other, third] = [await addPerson(site, 'admin'), await addPerson(site, 'admin')]
  const { id } = await newComment(other)
  await decide(removeComment, id)
  const needsOther = { status: 403, body: { error: { code: 'other_admin_needed' } } }
  expect(await decide(approveComment, id, { viewer: other })).toMatchObject(needsOther)
  await appeal(id, other)
  const appealId = (await review(id)).appeal?.id ?? ''
  const uphold = (viewer: Viewer) =>
    site.moderation.call(upholdAppeal, { params: { id: appealId } }, { viewer })
  expect(await uphold(other)).toMatchObject(needsOther)
  expect((await uphold(third)).body.appeal.state).toBe('upheld')
  expect((await review(id)).state).toBe('removed')
  expect((await ownDecision(id, other)).body.appeal).toMatchObject({ state: 'upheld' })
})
