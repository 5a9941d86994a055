import { markHelpful, postComment } from '@answerable/contracts/comments'
import { flagSubmission } from '@answerable/contracts/flags'
import {
  type ContributionKind,
  exportContributions,
  exportPageLimit,
  listOwnSubmissionIds,
} from '@answerable/contracts/own-data'
import type { Viewer } from '@answerable/contracts/sessions'
import type { SourceDetails } from '@answerable/contracts/source-details'
import { describeSource, listSources } from '@answerable/contracts/sources'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const read = (viewer: Viewer | null, kind: ContributionKind, after?: string) =>
  service.call(
    exportContributions,
    { query: { kind, ...(after === undefined ? {} : { after }) } },
    { viewer },
  )

test("the export contains the member's submissions, comments, votes and flags, and no data of others", async () => {
  const member = newMember()
  const own = await propose(service, {
    author: member,
    reasons: 'Why I propose it.',
    demand: 'An end.',
  })
  const other = await propose(service, { reasons: 'What somebody else wrote.' })
  const params = { id: other.id }
  await service.call(castVote, { params, body: { value: -1 } }, { viewer: member })
  await service.call(postComment, { params, body: { content: 'My comment.' } }, { viewer: member })
  await service.call(
    postComment,
    { params, body: { content: 'Not mine.' } },
    { viewer: newMember() },
  )
  await service.call(flagSubmission, { params, body: { reason: 'My flag.' } }, { viewer: member })
  const responses = {
    submissions: await read(member, 'submissions'),
    comments: await read(member, 'comments'),
    votes: await read(member, 'votes'),
    flags: await read(member, 'flags'),
  }
  expect(responses.submissions.body.submissions).toMatchObject([
    {
      ...{ id: own.id, reasons: 'Why I propose it.', demand: 'An end.' },
      ...{ approved: true, createdAt: own.createdAt },
    },
  ])
  expect(responses.comments.body.comments).toMatchObject([
    { submissionId: other.id, content: 'My comment.' },
  ])
  expect(responses.votes.body.votes).toMatchObject([{ submissionId: other.id, value: -1 }])
  expect(responses.flags.body.flags).toMatchObject([
    { submissionId: other.id, reason: 'My flag.', closedAt: null },
  ])
  for (const { text, body, headers } of Object.values(responses)) {
    expect(text).not.toMatch(/Not mine|somebody else/)
    expect(body.next).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('the export contains former texts and helpful marks', async () => {
  const member = newMember()
  const { id } = await propose(service, { author: member })
  const say = (content: string, viewer: Viewer) =>
    service.call(postComment, { params: { id }, body: { content } }, { viewer })
  const [own, other] = [await say('Now.', member), await say('Helpful.', newMember())]
  await service.call(markHelpful, { params: { id: other.body.id } }, { viewer: member })
  await service.db.query(
    `INSERT INTO comment_versions VALUES ($1, 1, 'Before.', now()), ($1, 2, 'Then.', now())`,
    [own.body.id],
  )
  await service.db.query(
    `INSERT INTO submission_versions VALUES ($1, 1, 'Acme', 'Here', NULL, 'Former reasons.', NULL, now(), 'A former demand.')`,
    [id],
  )
  const { comments } = (await read(member, 'comments')).body
  expect(comments).toMatchObject([{ parentId: null, editedAt: null, state: 'shown' }])
  const first = (await read(member, 'commentVersions')).body.commentVersions
  expect(first.map(({ number, content }) => [number, content])).toEqual([
    [1, 'Before.'],
    [2, 'Then.'],
  ])
  const { submissionVersions } = (await read(member, 'submissionVersions')).body
  expect(submissionVersions).toMatchObject([
    { submissionId: id, reasons: 'Former reasons.', demand: 'A former demand.' },
  ])
  expect((await read(member, 'marks')).body.marks).toMatchObject([{ commentId: other.body.id }])
})

test('the export contains what the member said about links of sources, now and before', async () => {
  const member = newMember()
  const address = 'https://report.example/1'
  const { id } = await propose(service, {
    author: member,
    sources: `${address} https://other.example/`,
  })
  const [first] = (await service.call(listSources, { params: { id } })).body
  const nothing = { title: null, publisher: null, kind: null, shows: null, archive: null }
  const describe = (given: Partial<SourceDetails>) =>
    service.call(
      describeSource,
      { params: { id, sourceId: first?.id ?? '' }, body: { ...nothing, ...given } },
      { viewer: member },
    )
  const archive = 'https://archive.example/1'
  await describe({ title: 'Oldest' })
  await describe({ title: 'Former', archive })
  await describe({ title: 'Current', kind: 'court' })
  expect((await read(member, 'sourceDetails')).body.sourceDetails).toEqual([
    {
      ...nothing,
      ...{ submissionId: id, address, title: 'Current', kind: 'court' },
      createdAt: expect.any(String),
    },
  ])
  const former = await read(member, 'sourceVersions')
  expect(former.body.sourceVersions).toMatchObject([
    { submissionId: id, address, number: 1, title: 'Oldest', archive: null },
    { submissionId: id, address, number: 2, title: 'Former', archive },
  ])
  for (const kind of ['sourceDetails', 'sourceVersions'] as const) {
    expect((await read(newMember(), kind)).body[kind]).toEqual([])
  }
})

test('the details of many links come in pages', async () => {
  const member = newMember()
  const { id } = await propose(service, { author: member, sources: 'https://many.example/' })
  await service.db.query(
    `INSERT INTO source_versions (submission_id, link_key, number, title, written_at)
     SELECT submission_id, link_key, number, number::text, now()
     FROM sources, generate_series(1, $2) AS number WHERE submission_id = $1`,
    [id, exportPageLimit + 3],
  )
  const first = await read(member, 'sourceVersions')
  const second = await read(member, 'sourceVersions', first.body.next ?? '')
  expect(second.body.next).toBeNull()
  const numbers = [first, second].flatMap(({ body }) =>
    body.sourceVersions.map((one) => one.number),
  )
  expect(numbers).toEqual(Array.from({ length: exportPageLimit + 3 }, (_, at) => at + 1))
})

test('the export contains removed submissions', async () => {
  const member = newMember()
  const { id } = await propose(service, { author: member })
  await remove(service, id)
  expect((await read(member, 'submissions')).body.submissions).toMatchObject([
    { id, approved: false },
  ])
})

test('a large export comes in pages', async () => {
  const member = newMember()
  const { id } = await propose(service)
  await service.db.query(`INSERT INTO authors (id, username) VALUES ($1, $2)`, [
    member.id,
    member.username,
  ])
  await service.db.query(
    `INSERT INTO comments (id, submission_id, author_id, content)
     SELECT gen_random_uuid(), $1, $2, number FROM generate_series(1, $3) AS number`,
    [id, member.id, exportPageLimit + 3],
  )
  const first = await read(member, 'comments')
  const second = await read(member, 'comments', first.body.next ?? '')
  expect(first.body.comments).toHaveLength(exportPageLimit)
  expect(second.body.next).toBeNull()
  const contents = [first, second].flatMap(({ body }) => body.comments.map((one) => one.content))
  expect(new Set(contents).size).toBe(exportPageLimit + 3)
})

test('it is for members, and of a kind that there is', async () => {
  expect((await read(null, 'votes')).status).toBe(401)
  const path = '/api/account/contributions'
  const viewer = newMember()
  for (const query of ['', '?kind=secrets', '?kind=votes&after=%27', '?kind=votes&user=1']) {
    expect((await service.send({ method: 'GET', path: path + query }, { viewer })).status).toBe(400)
  }
})

test("only moderation reads the ids of an author's submissions", async () => {
  const author = newMember()
  const ids = [await propose(service, { author }), await propose(service, { author })]
    .map(({ id }) => id)
    .toSorted((one, other) => (one < other ? -1 : 1))
  const params = { id: author.id }
  const response = await service.call(listOwnSubmissionIds, { params }, { issuer: 'moderation' })
  expect(response.body).toEqual({ ids, next: null })
  expect((await service.call(listOwnSubmissionIds, { params })).status).toBe(401)
})
