import { randomUUID } from 'node:crypto'
import { applyAlternativeDecision } from '@answerable/contracts/alternative-decisions'
import {
  deleteAlternative,
  flagAlternative,
  listAlternatives,
  markAlternative,
  postAlternative,
  unmarkAlternative,
} from '@answerable/contracts/alternatives'
import { userLeft } from '@answerable/contracts/events'
import { applyMerge, applyUnmerge } from '@answerable/contracts/merges'
import { exportContributions } from '@answerable/contracts/own-data'
import { readSubmission } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
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

type Member = ReturnType<typeof newMember>

const add = (
  id: string,
  name: string,
  { viewer = newMember(), link }: { viewer?: Member; link?: string } = {},
) =>
  service.call(
    postAlternative,
    { params: { id }, body: { name, ...(link === undefined ? {} : { link }) } },
    { viewer },
  )
const list = async (id: string, viewer: Member | null = null) =>
  service.call(listAlternatives, { params: { id } }, { viewer })
const names = async (id: string) => (await list(id)).body.map(({ name }) => name)
const mark = (id: string, viewer: Member = newMember()) =>
  service.call(markAlternative, { params: { id } }, { viewer })
const unmark = (id: string, viewer: Member) =>
  service.call(unmarkAlternative, { params: { id } }, { viewer })
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code

test('members propose alternatives, which are listed from the most helpful, with their total', async () => {
  const { id } = await propose(service)
  const author = newMember()
  const first = await add(id, ' Oat  milk ', { viewer: author, link: 'https://example.org/oats' })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    name: 'Oat milk',
    link: 'https://example.org/oats',
    author: { username: author.username },
    helpful: 0,
    ownHelpful: false,
  })
  const second = (await add(id, 'Water')).body
  const reader = newMember()
  expect((await mark(second.id, reader)).body).toMatchObject({ helpful: 1, ownHelpful: true })
  const found = await list(id, reader)
  expect(found.body.map(({ name, ownHelpful }) => [name, ownHelpful])).toEqual([
    ['Water', true],
    ['Oat milk', false],
  ])
  expect(found.headers.get('x-total-count')).toBe('2')
  expect((await list(id)).body[0]).toMatchObject({ ownHelpful: null })
})

test('new and deleted alternatives are published as a changed section of the page', async () => {
  const { id } = await propose(service)
  const changes = await recordChanges(service)
  const sectionsOf = () =>
    changes.flatMap(({ submissionId, cause, sections }) =>
      submissionId === id && cause !== 'created' ? [{ cause, sections }] : [],
    )
  const viewer = newMember()
  const alternative = (await add(id, 'Water', { viewer })).body
  const expected = { cause: 'numbers', sections: ['alternatives'] }
  await expect.poll(sectionsOf).toEqual([expected])
  await service.call(deleteAlternative, { params: { id: alternative.id } }, { viewer })
  await expect.poll(sectionsOf).toEqual([expected, expected])
})

test('a name that means the same is refused, and so are too many of one member', async () => {
  const { id } = await propose(service)
  await add(id, 'Tony’s Chocolonely')
  expect(codeOf(await add(id, 'TONYS chocolonely Ltd.'))).toBe('already_proposed')
  const viewer = newMember()
  const responses = await Promise.all(
    Array.from({ length: 7 }, (_, number) => add(id, `Bar ${number}`, { viewer })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409])
  const twins = await Promise.all([add(id, 'Same name'), add(id, 'same NAME')])
  expect(twins.map(({ status }) => status).sort()).toEqual([201, 409])
})

test.each([
  'javascript:alert(1)',
  'ftp://example.org',
  'https://localhost',
  'https://u:p@example.org',
  'example.org',
])('the link %s is refused', async (link) => {
  const { id } = await propose(service)
  expect(await add(id, 'Water', { link })).toMatchObject({
    status: 400,
    body: { error: { fields: { link: expect.any(String) } } },
  })
})

test('one mark per person, none on one’s own, and marks can be withdrawn', async () => {
  const { id } = await propose(service)
  const author = newMember()
  const alternative = (await add(id, 'Water', { viewer: author })).body
  expect(codeOf(await mark(alternative.id, author))).toBe('own_alternative')
  const reader = newMember()
  const alias = { ...newMember(), voter: reader.voter }
  await Promise.all([mark(alternative.id, reader), mark(alternative.id, reader)])
  expect(codeOf(await mark(alternative.id, alias))).toBe('already_helpful')
  expect((await list(id)).body[0]?.helpful).toBe(1)
  expect((await unmark(alternative.id, reader)).body.helpful).toBe(0)
  expect((await unmark(alternative.id, reader)).status).toBe(200)
})

test('only its author deletes an alternative', async () => {
  const { id } = await propose(service)
  const author = newMember()
  const alternative = (await add(id, 'Water', { viewer: author })).body
  const del = (viewer: Member) =>
    service.call(deleteAlternative, { params: { id: alternative.id } }, { viewer })
  expect((await del(newMember())).status).toBe(403)
  expect((await del(author)).status).toBe(204)
  expect(await names(id)).toEqual([])
  expect((await del(author)).status).toBe(404)
})

test('a removed submission shows, takes and marks no alternatives', async () => {
  const { id } = await propose(service)
  const alternative = (await add(id, 'Water')).body
  await remove(service, id)
  expect((await list(id)).status).toBe(404)
  expect((await add(id, 'Tea')).status).toBe(404)
  expect((await mark(alternative.id)).status).toBe(404)
})

test('a merge joins the alternatives, each name once, and its undoing separates them', async () => {
  const older = await propose(service)
  const newer = await propose(service)
  await add(older.id, 'Water')
  const both = (await add(newer.id, 'WATER')).body
  await add(newer.id, 'Tea')
  await mark(both.id)
  const decide = (route: typeof applyMerge | typeof applyUnmerge, body: object) =>
    service.call(
      route as typeof applyMerge,
      { body: { decisionId: randomUUID(), submissionId: newer.id, ...body } as never },
      { issuer: 'moderation' },
    )
  expect((await decide(applyMerge, { into: older.id })).status).toBe(200)
  expect(await names(older.id)).toEqual(['WATER', 'Tea'])
  expect((await mark(both.id)).body.helpful).toBe(2)
  expect(codeOf(await add(older.id, 'tea'))).toBe('already_proposed')
  expect((await list(newer.id)).status).toBe(301)
  expect((await decide(applyUnmerge, {})).status).toBe(200)
  expect(await names(older.id)).toEqual(['Water'])
  expect(await names(newer.id)).toEqual(['WATER', 'Tea'])
})

test('removing an alternative of a merged boycott changes the boycott that shows it', async () => {
  const older = await propose(service)
  const newer = await propose(service)
  const alternative = (await add(newer.id, 'Tea')).body
  await service.call(
    applyMerge,
    { body: { decisionId: randomUUID(), submissionId: newer.id, into: older.id } },
    { issuer: 'moderation' },
  )
  expect(await names(older.id)).toEqual(['Tea'])
  const { version } = (await service.call(readSubmission, { params: { id: older.id } })).body
  const changes = await recordChanges(service)
  const { status } = await service.call(
    applyAlternativeDecision,
    {
      body: {
        decisionId: randomUUID(),
        alternativeId: alternative.id,
        action: 'remove',
        reasonCode: 'spam',
      },
    },
    { issuer: 'moderation' },
  )
  expect(status).toBe(200)
  await expect
    .poll(() => changes.map(({ submissionId, cause }) => ({ submissionId, cause })))
    .toContainEqual({ submissionId: older.id, cause: 'decision' })
  expect(await names(older.id)).toEqual([])
  const after = (await service.call(readSubmission, { params: { id: older.id } })).body
  expect(after.version).toBeGreaterThan(version)
})

test('the data export has them, and account deletion erases them, their marks and their flags', async () => {
  const { id } = await propose(service)
  const leaver = newMember()
  await add(id, 'Water', { viewer: leaver })
  const tea = (await add(id, 'Tea')).body
  await mark(tea.id, leaver)
  await service.call(
    flagAlternative,
    { params: { id: tea.id }, body: { reason: 'An advertisement.' } },
    { viewer: leaver },
  )
  const read = async (kind: 'alternatives' | 'alternativeMarks' | 'flags') =>
    (await service.call(exportContributions, { query: { kind } }, { viewer: leaver })).body[kind]
  expect(await read('alternatives')).toMatchObject([
    { submissionId: id, name: 'Water', link: null },
  ])
  expect(await read('alternativeMarks')).toMatchObject([{ alternativeId: tea.id }])
  expect(await read('flags')).toMatchObject([{ alternativeId: tea.id, commentId: null }])
  await service.bus.publish({
    id: randomUUID(),
    subject: userLeft.subject,
    payload: { userId: leaver.id },
    requestId: null,
  })
  await until(async () => {
    expect((await list(id)).body).toMatchObject([{ name: 'Tea', helpful: 0 }])
  })
  const { rows } = await service.db.query('SELECT flag_count FROM alternatives WHERE id = $1', [
    tea.id,
  ])
  expect(rows).toEqual([{ flag_count: 0 }])
})
