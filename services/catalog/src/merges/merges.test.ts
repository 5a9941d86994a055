import { randomUUID } from 'node:crypto'
import { listComments, postComment } from '@answerable/contracts/comments'
import { flagSubmission } from '@answerable/contracts/flags'
import { applyMerge, applyUnmerge, computeMerge } from '@answerable/contracts/merges'
import { exportContributions } from '@answerable/contracts/own-data'
import type { Viewer } from '@answerable/contracts/sessions'
import { listSubmissions, readSubmission, type Submission } from '@answerable/contracts/submissions'
import { readBusinessTimeline, readTimeline } from '@answerable/contracts/timeline'
import { applyUpdateDecision } from '@answerable/contracts/update-decisions'
import { reportUpdate } from '@answerable/contracts/updates'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import { deleteOldCounts } from '../housekeeping.ts'
import {
  decide,
  findDrift,
  propose,
  recordChanges,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const vote = (id: string, value: 1 | -1, viewer: Viewer = newMember()) =>
  service.call(castVote, { params: { id }, body: { value } }, { viewer })
const withdraw = (id: string, viewer: Viewer) =>
  service.call(withdrawVote, { params: { id } }, { viewer })
const comment = (id: string, content: string, headers = {}, viewer: Viewer = newMember()) =>
  service.call(postComment, { params: { id }, body: { content } }, { viewer, headers })
const flag = (id: string, viewer: Viewer = newMember()) =>
  service.call(flagSubmission, { params: { id }, body: { reason: 'Not true.' } }, { viewer })
const merge = (fromId: string, into: string, more: object = {}) =>
  service.call(
    applyMerge,
    { body: { decisionId: randomUUID(), submissionId: fromId, into, ...more } },
    { issuer: 'moderation' },
  )
const unmerge = (submissionId: string, more: object = {}) =>
  service.call(
    applyUnmerge,
    { body: { decisionId: randomUUID(), submissionId, ...more } },
    { issuer: 'moderation' },
  )
const preview = (id: string, into: string) =>
  service.call(computeMerge, { query: { id, into } }, { issuer: 'moderation' })
const read = async (id: string, viewer: Viewer | null = null): Promise<Submission> =>
  (await service.call(readSubmission, { params: { id } }, { viewer })).body
const total = async () =>
  Number((await service.call(listSubmissions, {})).headers.get('x-total-count'))

/** An account of another member's mailbox. */
const aliasOf = (viewer: Viewer): Viewer => ({ ...newMember(), voter: viewer.voter })

const pair = async (content: { older?: object; newer?: object } = {}) => ({
  into: (await propose(service, content.older)).id,
  from: (await propose(service, content.newer)).id,
})

test("each person's newest vote counts once, and undoing restores both scores", async () => {
  const { from, into } = await pair()
  const [both, other, changed] = [newMember(), newMember(), newMember()]
  await vote(into, 1, both)
  await vote(from, -1, both)
  await vote(from, 1, other)
  await vote(from, 1, changed)
  await vote(into, -1, changed)
  await vote(into, 1)
  const figures = (await preview(from, into)).body
  expect(figures).toMatchObject({
    from: { id: from, score: 1, votes: 3 },
    into: { id: into, score: 1, votes: 3 },
    after: { score: 0, votes: 4 },
    replacedVotes: 2,
  })
  expect((await preview(into, from)).body).toEqual(figures)
  const { body } = await merge(from, into)
  expect(body).toMatchObject({
    before: { id: from, approved: true, score: 1, mergedInto: null },
    after: { id: from, approved: false, score: 0, mergedInto: into },
    other: { id: into, before: { score: 1 }, after: { score: 0 } },
  })
  expect((await read(into, both)).userVote).toBe(-1)
  expect((await read(into, changed)).userVote).toBe(-1)
  await vote(into, 1, other)
  await withdraw(into, changed)
  await vote(into, 1)
  expect(await read(into)).toMatchObject({ score: 2 })
  await unmerge(from)
  // Added since: one vote by a new member, and the withdrawal.
  expect(await read(into)).toMatchObject({ score: 3 })
  expect(await read(from)).toMatchObject({ score: 1, approved: true })
  expect((await read(into, both)).userVote).toBe(1)
  expect((await read(from, changed)).userVote).toBe(1)
  expect((await read(into, changed)).userVote).toBeNull()
  expect(await findDrift(service.db)).toEqual([])
})

test('a person is a mailbox: of votes by its accounts the newest counts, and held votes stay held', async () => {
  const { from, into } = await pair()
  const first = newMember()
  const second = aliasOf(first)
  await vote(into, 1, first)
  await vote(into, 1, second)
  await vote(from, -1, second)
  expect((await preview(from, into)).body.after).toMatchObject({
    score: -1,
    votes: 1,
    heldVotes: 1,
  })
  await merge(from, into)
  expect(await findDrift(service.db)).toEqual([])
  // The alias's newest vote was its counted one, and the older one of the mailbox is held.
  expect(await read(into)).toMatchObject({ score: -1 })
  await unmerge(from)
  expect(await read(into)).toMatchObject({ score: 1 })
  expect(await read(from)).toMatchObject({ score: -1 })
  expect(await findDrift(service.db)).toEqual([])
})

test('a void vote stays void, and a hold decided on since stays decided after undoing', async () => {
  const { from, into } = await pair()
  const [member, other] = [newMember(), newMember()]
  await vote(from, 1, other)
  await vote(from, 1, member)
  await vote(from, 1, aliasOf(member))
  await decide(service, from, { action: { kind: 'void-votes' } })
  await vote(into, 1, aliasOf(other))
  await merge(from, into)
  expect(await read(into)).toMatchObject({ score: 2 })
  await decide(service, into, { action: { kind: 'void-votes' } })
  await unmerge(from)
  expect(await read(from)).toMatchObject({ score: 2 })
  expect(await read(into)).toMatchObject({ score: 1 })
  const { rows } = await service.db.query(
    'SELECT count(*) AS void FROM holds WHERE submission_id = $1 AND voided_by IS NOT NULL',
    [from],
  )
  expect(rows).toEqual([{ void: 1 }])
  expect(await findDrift(service.db)).toEqual([])
})

test('comments, open flags and sources are joined; undoing takes them back, except what is new', async () => {
  const { from, into } = await pair({
    older: { sources: 'https://one.example\nA newspaper' },
    newer: { sources: 'A newspaper\nhttps://two.example\nhttps://one.example' },
  })
  const reporter = newMember()
  await comment(into, 'Older.')
  await comment(from, 'Newer.')
  await flag(into, reporter)
  await flag(from, aliasOf(reporter))
  await flag(from)
  expect((await preview(from, into)).body.after).toMatchObject({
    comments: 2,
    flags: 2,
    sources: 'https://one.example\nA newspaper\nhttps://two.example',
  })
  const { body } = await merge(from, into)
  expect(body.after).toMatchObject({ commentCount: 0, flagCount: 0 })
  expect(body.other.after).toMatchObject({ flagCount: 2 })
  expect(await read(into)).toMatchObject({
    commentCount: 2,
    sources: 'https://one.example\nA newspaper\nhttps://two.example',
  })
  const contents = async (id: string) =>
    (await service.call(listComments, { params: { id } })).body.map(({ content }) => content)
  expect(await contents(into)).toEqual(['Newer.', 'Older.'])
  await comment(into, 'Since.')
  const undone = await unmerge(from)
  expect(undone.body.after).toMatchObject({ commentCount: 1, flagCount: 2, approved: true })
  expect(undone.body.other.after).toMatchObject({ flagCount: 1 })
  expect(await contents(into)).toEqual(['Since.', 'Older.'])
  expect(await contents(from)).toEqual(['Newer.'])
  expect(await read(into)).toMatchObject({ sources: 'https://one.example\nA newspaper' })
  expect(await findDrift(service.db)).toEqual([])
})

const timelineOf = async (id: string) =>
  (await service.call(readTimeline, { params: { id }, query: {} })).body
const businessTimelineOf = async (id: string) => {
  const { business } = await read(id)
  const params = { id: business.id }
  return (await service.call(readBusinessTimeline, { params, query: {} })).body
}

const confirmUpdate = async (id: string, text: string): Promise<string> => {
  const body = { date: '1956-12-20', text, source: 'https://example.org/news', status: null }
  const reported = await service.call(
    reportUpdate,
    { params: { id }, body },
    { viewer: newMember() },
  )
  const decision = { updateId: reported.body.id, action: 'confirm', note: null } as const
  await service.call(
    applyUpdateDecision,
    { body: { decisionId: randomUUID(), ...decision } },
    { issuer: 'moderation' },
  )
  return decision.updateId
}

test('the timeline of the other one has the entries of merged ones with their name, until a merge is undone', async () => {
  const { from, into } = await pair({ newer: { targetName: 'Newer Mills' } })
  const updateId = await confirmUpdate(from, 'They have stopped.')
  const own = await confirmUpdate(into, 'They have begun.')
  expect((await timelineOf(into)).map(({ kind }) => kind)).toEqual(['update', 'proposed'])
  const older = (await propose(service, { targetName: 'Oldest Mills' })).id
  await service.db.query(
    `UPDATE submissions SET created_at = created_at - interval '1 day' WHERE id = $1`,
    [older],
  )
  await merge(from, into)
  await merge(into, older)
  expect(await timelineOf(older)).toEqual([
    { kind: 'merge', at: expect.anything(), mergedId: into, targetName: expect.anything() },
    expect.objectContaining({ kind: 'merge', mergedId: from, mergedFrom: expect.anything() }),
    expect.objectContaining({ kind: 'update', updateId: own, text: 'They have begun.' }),
    expect.objectContaining({
      ...{ kind: 'update', updateId, text: 'They have stopped.' },
      mergedFrom: 'Newer Mills',
    }),
    { kind: 'proposed', at: expect.anything() },
  ])
  expect(await businessTimelineOf(older)).toContainEqual({
    submission: { id: older, targetName: 'Oldest Mills' },
    entry: expect.objectContaining({ updateId, mergedFrom: 'Newer Mills' }),
  })
  const page = await service.call(readTimeline, { params: { id: older }, query: {} })
  expect(page.headers.get('x-total-count')).toBe('5')
  await unmerge(into)
  await unmerge(from)
  expect((await timelineOf(older)).map(({ kind }) => kind)).toEqual(['proposed'])
  expect((await timelineOf(into)).map(({ kind }) => kind)).toEqual(['update', 'proposed'])
  const returned = await timelineOf(from)
  expect(returned[0]).toMatchObject({ kind: 'update', updateId })
  expect(returned[0]).not.toHaveProperty('mergedFrom')
})

test('the merged id redirects through any number of merges; writes name the other one', async () => {
  const { from, into } = await pair()
  const last = (await propose(service)).id
  const before = await total()
  await merge(last, from)
  await merge(from, into)
  expect(await total()).toBe(before - 2)
  for (const id of [from, last]) {
    for (const path of [`/api/boycotts/${id}`, `/api/boycotts/${id}/comments?page=2&sort=newest`]) {
      const response = await service.send({ method: 'GET', path })
      expect(response).toMatchObject({ status: 301, body: { mergedInto: into } })
      expect(response.headers.get('location')).toBe(path.replace(id, into))
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    for (const response of [await vote(id, 1), await comment(id, 'Late.'), await flag(id)]) {
      expect(response).toMatchObject({
        status: 409,
        body: { error: { code: 'submission_merged', fields: { mergedInto: into } } },
      })
    }
  }
  expect((await unmerge(last)).body).toMatchObject({ error: { code: 'later_merge' } })
  await unmerge(from)
  await unmerge(last)
  expect(await total()).toBe(before)
  expect((await vote(last, 1)).status).toBe(200)
})

test('threads move as a whole, and undoing takes them back with the replies since', async () => {
  const { into, from } = await pair()
  const say = async (id: string, content: string, parentId?: string) =>
    (
      await service.call(
        postComment,
        { params: { id }, body: parentId === undefined ? { content } : { content, parentId } },
        { viewer: newMember() },
      )
    ).body.id
  const texts = async (id: string) => {
    const { body, headers } = await service.call(listComments, { params: { id } })
    return [Number(headers.get('x-total-count')), ...body.map(({ content }) => content)]
  }
  await say(into, 'Older.')
  const root = await say(from, 'Root.')
  const leaver = newMember()
  const left = await comment(from, 'Of one who leaves.', {}, leaver)
  await say(from, 'Reply to one who leaves.', left.body.id)
  const reply = await say(from, 'Reply.', root)
  // As in the middle of an account deletion.
  await service.db.query(
    'UPDATE authors SET version = 9223372036854775807, suspended = true WHERE id = $1',
    [leaver.id],
  )
  await merge(from, into)
  await say(into, 'Since.', reply)
  await say(into, 'New thread.')
  const moved = ['Of one who leaves.', 'Reply to one who leaves.', 'Root.', 'Reply.', 'Since.']
  expect(await texts(into)).toEqual([4, 'New thread.', ...moved, 'Older.'])
  expect(await findDrift(service.db, [into, from])).toEqual([])
  await unmerge(from)
  expect(await texts(into)).toEqual([2, 'New thread.', 'Older.'])
  expect(await texts(from)).toEqual([2, ...moved])
  expect(await findDrift(service.db, [into, from])).toEqual([])
  await eraseAuthor(service.db, { userId: leaver.id, requestId: null })
  expect(await texts(from)).toEqual([2, '', ...moved.slice(1)])
  expect(await findDrift(service.db, [into, from])).toEqual([])
})

test('a comment that is repeated after the merge is not written twice', async () => {
  const { from, into } = await pair()
  const headers = { 'idempotency-key': randomUUID() }
  const viewer = newMember()
  const first = await comment(from, 'Once.', headers, viewer)
  await merge(from, into)
  expect((await comment(from, 'Once.', headers, viewer)).body).toEqual(first.body)
  expect(await read(into)).toMatchObject({ commentCount: 1 })
})

test('the older one stays; removed and merged ones are not merged; other decisions conflict', async () => {
  const { from, into } = await pair()
  expect((await merge(into, from)).body).toMatchObject({ error: { code: 'merge_into_newer' } })
  const code = async (response: Promise<{ body: unknown }>) =>
    ((await response).body as { error?: { code: string } }).error?.code
  expect(await code(merge(from, '00000000'))).toBe('submission_not_found')
  const removed = (await propose(service)).id
  await decide(service, removed, { action: { kind: 'remove' } })
  expect(await code(merge(removed, into))).toBe('decision_conflict')
  expect(await code(preview(removed, into))).toBe('decision_conflict')
  await decide(service, into, { action: { kind: 'super-boost', boostValue: 1 } })
  expect(await code(merge(from, into, { expectedIntoVersion: 1 }))).toBe('decision_conflict')
  const decisionId = randomUUID()
  const merged = await merge(from, into, { decisionId })
  expect((await merge(from, into, { decisionId })).body).toEqual(merged.body)
  expect(await code(merge(from, into))).toBe('decision_conflict')
  expect(await code(decide(service, from, { action: { kind: 'approve' } }))).toBe(
    'decision_conflict',
  )
  const stale = { action: { kind: 'remove' } as const, expectedVersion: 2 }
  expect(await code(decide(service, into, stale))).toBe('decision_conflict')
  await unmerge(from)
  expect(await code(unmerge(from))).toBe('decision_conflict')
})

test('a merge is final after 30 days, and its records are deleted', async () => {
  const { from, into } = await pair()
  await vote(from, 1)
  await comment(from, 'Kept.')
  const { after } = (await merge(from, into)).body
  await service.db.query(
    `UPDATE merges SET merged_at = now() - interval '31 days' WHERE from_id = $1`,
    [after.id],
  )
  expect((await unmerge(from)).body).toMatchObject({ error: { code: 'merge_final' } })
  await deleteOldCounts(service.db)
  const { rows } = await service.db.query(
    `SELECT final_at IS NOT NULL AS is_final, (SELECT count(*) FROM merged_votes WHERE merge_id = id) AS votes,
       (SELECT count(*) FROM merged_comments WHERE merge_id = id) AS comments
     FROM merges WHERE from_id = $1`,
    [from],
  )
  expect(rows).toEqual([{ is_final: true, votes: 0, comments: 0 }])
  expect((await unmerge(from)).body).toMatchObject({ error: { code: 'merge_final' } })
  expect(await read(into)).toMatchObject({ score: 1, commentCount: 1 })
})

test('both submissions are published as decided', async () => {
  const { from, into } = await pair()
  const changes = await recordChanges(service)
  await merge(from, into)
  await until(() => {
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ submissionId: from, approved: false, cause: 'decision' }),
        expect.objectContaining({ submissionId: into, approved: true, cause: 'decision' }),
      ]),
    )
  })
  const decided = changes.filter(({ cause }) => cause === 'decision')
  expect(decided.filter(({ submissionId }) => [from, into].includes(submissionId))).toHaveLength(2)
})

test('deleting an account also deletes what undoing would restore, and the export names the other id', async () => {
  const { from, into } = await pair()
  const member = newMember()
  const own = (await propose(service, { author: member })).id
  await vote(into, 1, member)
  await vote(from, -1, member)
  await comment(from, 'Mine.', {}, member)
  await merge(from, into)
  await merge(own, into)
  const exported = async (kind: 'votes' | 'submissions') =>
    (await service.call(exportContributions, { query: { kind } }, { viewer: member })).body
  expect((await exported('votes')).votes).toMatchObject([{ submissionId: into, value: -1 }])
  expect((await exported('submissions')).submissions).toMatchObject([
    { id: own, approved: false, mergedInto: into },
  ])
  await eraseAuthor(service.db, { userId: member.id, requestId: null })
  await unmerge(own)
  await unmerge(from)
  expect(await read(into)).toMatchObject({ score: 0, commentCount: 0 })
  expect(await read(from)).toMatchObject({ score: 0, commentCount: 0 })
  expect(await findDrift(service.db)).toEqual([])
})
