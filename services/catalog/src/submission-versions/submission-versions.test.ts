import { postComment } from '@answerable/contracts/comments'
import { type EventPayload, submissionPublished } from '@answerable/contracts/events'
import { flagSubmission } from '@answerable/contracts/flags'
import type { RouteInput } from '@answerable/contracts/route'
import { search } from '@answerable/contracts/search'
import { editSubmission, listSubmissionVersions } from '@answerable/contracts/submission-versions'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  decide,
  findDrift,
  propose,
  recordChanges,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'

let service: TestCatalog
const published: EventPayload<typeof submissionPublished>[] = []

beforeAll(async () => {
  service = await startCatalog()
  const audience = { everyInstanceOf: 'test' }
  await service.bus.subscribe(submissionPublished, audience, async ({ payload }) => {
    published.push(payload)
  })
})
afterAll(() => service.stop())

type Member = ReturnType<typeof newMember>
type Edit = RouteInput<typeof editSubmission>['body']

const edit = (id: string, body: Edit, viewer: Member) =>
  service.call(editSubmission, { params: { id }, body }, { viewer })
const vote = (id: string, viewer = newMember()) =>
  service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer })
const versions = async (id: string, page?: string) =>
  service.call(listSubmissionVersions, { params: { id }, query: { page } })
const read = async (id: string) => (await service.call(readSubmission, { params: { id } })).body

test('while nobody has voted, an edit in the first hour replaces the text', async () => {
  const author = newMember()
  const { id } = await propose(service, { author, reasons: 'It sells anvlis.' })
  const first = await edit(
    id,
    { reasons: 'It sells anvils.', sources: 'https://example.org' },
    author,
  )
  expect(first).toMatchObject({
    status: 200,
    body: {
      reasons: 'It sells anvils.',
      sources: 'https://example.org',
      editedAt: null,
      version: 2,
    },
  })
  await edit(id, { sources: null }, author)
  expect(await read(id)).toMatchObject({ sources: null, reasons: 'It sells anvils.', version: 3 })
  expect((await versions(id)).body).toMatchObject([{ number: 1, reasons: 'It sells anvils.' }])
})

test('comments, flags and decisions alone keep no version in the first hour, a withdrawn vote does', async () => {
  const author = newMember()
  const { id } = await propose(service, { author, reasons: 'First.' })
  const [reader, params] = [{ viewer: newMember() }, { id }]
  await service.call(postComment, { params, body: { content: 'Is it true?' } }, reader)
  await service.call(flagSubmission, { params, body: { reason: 'It is not.' } }, reader)
  await decide(service, id, { action: { kind: 'approve' } })
  expect((await edit(id, { reasons: 'Second.' }, author)).body.editedAt).toBeNull()
  expect((await versions(id)).body).toMatchObject([{ number: 1, reasons: 'Second.' }])
  const voter = newMember()
  await vote(id, voter)
  await service.call(withdrawVote, { params }, { viewer: voter })
  await edit(id, { reasons: 'Third.' }, author)
  expect((await versions(id)).body).toMatchObject([{ reasons: 'Third.' }, { reasons: 'Second.' }])
})

test('after a vote or an hour, an edit keeps the former text, and everyone can compare', async () => {
  const author = newMember()
  const [voted, old] = [
    await propose(service, { author, reasons: 'First.', category: 'brand' }),
    await propose(service, { author, reasons: 'First.', category: 'brand' }),
  ]
  await vote(voted.id)
  await service.db.query(
    `UPDATE submissions SET created_at = now() - interval '61 minutes' WHERE id = $1`,
    [old.id],
  )
  for (const { id } of [voted, old]) {
    const edited = await edit(id, { reasons: 'Second.', category: null }, author)
    expect(edited.body.editedAt).not.toBeNull()
    await edit(id, { location: 'Shelbyville' }, author)
    const { body, headers } = await versions(id)
    expect(body).toMatchObject([
      { number: 3, reasons: 'Second.', category: null, location: 'Shelbyville' },
      { number: 2, reasons: 'Second.', category: null, location: 'Springfield' },
      { number: 1, reasons: 'First.', category: 'brand', location: 'Springfield' },
    ])
    expect(headers.get('x-total-count')).toBe('3')
    expect(body[0]?.createdAt).toBe((await read(id)).editedAt)
  }
})

test('an edit changes filters and search, and tells pages to reload and followers the new subject', async () => {
  const author = newMember()
  const changes = await recordChanges(service)
  const { id, business } = await propose(service, { author, category: 'brand' })
  const subject = {
    submissionId: id,
    authorId: author.id,
    businessIds: [business.id],
    country: null,
  }
  await until(() =>
    expect(published).toContainEqual({
      ...subject,
      category: 'brand',
      version: 1,
      cause: 'created',
    }),
  )
  await edit(id, { category: 'platform', reasons: 'Quixotic trebuchets.' }, author)
  await until(() => {
    expect(published).toContainEqual({
      ...subject,
      category: 'platform',
      version: 2,
      cause: 'edited',
    })
    expect(changes).toContainEqual(
      expect.objectContaining({ submissionId: id, version: 2, cause: 'decision' }),
    )
  })
  const filtered = await service.call(listSubmissions, { query: { category: 'platform' } })
  expect(filtered.body.map((one) => one.id)).toEqual([id])
  const found = await service.call(search, { query: { q: 'quixotic trebuchets' } })
  expect(found.text).toContain(id)
})

test('of two edits of the same text one wins; votes do not count as edits', async () => {
  const author = newMember()
  const { id, version } = await propose(service, { author })
  await vote(id)
  const both = await Promise.all(
    ['One.', 'Other.'].map((reasons) => edit(id, { reasons, expectedVersion: version }, author)),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    error: { code: 'submission_changed' },
  })
})

test('only the author edits, and nobody changes the name or a removed submission', async () => {
  const author = newMember()
  const { id } = await propose(service, { author })
  const admin = { ...newMember(), role: 'admin' as const }
  for (const viewer of [newMember(), admin]) {
    expect((await edit(id, { reasons: 'x' }, viewer)).body).toMatchObject({
      error: { code: 'forbidden' },
    })
  }
  expect((await edit(id, { targetName: 'Other' } as Edit, author)).status).toBe(400)
  expect((await edit('00000000', { reasons: 'x' }, author)).status).toBe(404)
  const path = `/api/boycotts/${id}`
  expect((await service.send({ method: 'PATCH', path, body: '{}' })).status).toBe(401)
  await remove(service, id)
  expect((await edit(id, { reasons: 'x' }, author)).status).toBe(404)
  expect((await versions(id)).status).toBe(404)
})

test('an administrator changes the name: the boycott moves to the business of it, and the former name is public', async () => {
  const { id, business, version } = await propose(service, { targetName: 'Anvil Works' })
  const { business: other } = await propose(service, { targetName: 'Trebuchet Works' })
  const rename = (targetName: string, expectedVersion?: number) =>
    decide(service, id, {
      action: { kind: 'rename', targetName },
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
    })
  const renamed = await rename('Trebuchet Works', version)
  expect(renamed.body).toMatchObject({
    before: { targetName: 'Anvil Works', business: { id: business.id } },
    after: { targetName: 'Trebuchet Works', business: { id: other.id }, version: 2 },
  })
  expect(await rename('Catapult Works', version)).toMatchObject({ status: 409 })
  expect(await read(id)).toMatchObject({ targetName: 'Trebuchet Works', business: other })
  expect((await versions(id)).body).toMatchObject([
    { number: 2, targetName: 'Trebuchet Works' },
    { number: 1, targetName: 'Anvil Works' },
  ])
  const found = await service.call(search, { query: { q: 'trebuchet works' } })
  expect(found.text).toContain(id)
  await until(() =>
    expect(published).toContainEqual(
      expect.objectContaining({ submissionId: id, businessIds: [other.id], cause: 'edited' }),
    ),
  )
  expect(await findDrift(service.db, [id])).toEqual([])
})

test('votes and comments that arrive during edits are all counted, and no text is lost', async () => {
  const author = newMember()
  const { id } = await propose(service, { author, reasons: 'Text 0' })
  await vote(id)
  const responses = await Promise.all([
    ...Array.from({ length: 5 }, (_, at) => edit(id, { reasons: `Text ${at + 1}` }, author)),
    ...Array.from({ length: 5 }, () => vote(id)),
    ...Array.from({ length: 5 }, (_, at) =>
      service.call(
        postComment,
        { params: { id }, body: { content: `Comment ${at}` } },
        { viewer: newMember() },
      ),
    ),
  ])
  for (const { status } of responses) expect([200, 201]).toContain(status)
  expect(await read(id)).toMatchObject({ score: 6, commentCount: 5 })
  const texts = (await versions(id)).body.map(({ reasons }) => reasons)
  expect(texts.toSorted()).toEqual(['Text 0', 'Text 1', 'Text 2', 'Text 3', 'Text 4', 'Text 5'])
})
