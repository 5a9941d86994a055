import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type EventPayload, linkChecked, sourcesChanged } from '@answerable/contracts/events'
import type { LinkState } from '@answerable/contracts/links'
import type { SourceDetails } from '@answerable/contracts/source-details'
import { describeSource, listSources, listSourceVersions } from '@answerable/contracts/sources'
import { editSubmission } from '@answerable/contracts/submission-versions'
import { submitBoycott } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog
const published: EventPayload<typeof sourcesChanged>[] = []

beforeAll(async () => {
  service = await startCatalog()
  await service.bus.subscribe(sourcesChanged, { group: 'evidence' }, async ({ payload }) => {
    published.push(payload)
  })
})
afterAll(() => service.stop())

type Member = ReturnType<typeof newMember>
const list = (id: string, viewer?: Member) =>
  service.call(listSources, { params: { id } }, viewer === undefined ? {} : { viewer })
const addresses = async (id: string) => (await list(id)).body.map(({ address }) => address)
const edit = (id: string, sources: string | null, viewer: Member) =>
  service.call(editSubmission, { params: { id }, body: { sources } }, { viewer })
const nothing: SourceDetails = {
  title: null,
  publisher: null,
  kind: null,
  shows: null,
  archive: null,
}
const describe = (id: string, sourceId: string, body: Partial<SourceDetails>, viewer: Member) =>
  service.call(
    describeSource,
    { params: { id, sourceId }, body: { ...nothing, ...body } },
    { viewer },
  )
/** The links that evidence was asked to check last. */
const announced = (id: string) =>
  published.findLast(({ submissionId, links }) => submissionId === id && links !== null)?.links
const checked = (address: string, state: LinkState, version: number, title: string | null = null) =>
  service.bus.publish({
    id: randomUUID(),
    subject: linkChecked.subject,
    payload: { address, state, title, version, checkedAt: new Date(version).toISOString() },
    requestId: null,
  })

test('every link of the text is a row, and rows follow the text with their details', async () => {
  const author = newMember()
  const { id } = await propose(service, {
    author,
    sources:
      'See (https://a.example/1), http://b.example/?q=1#part.\nhttps://a.example/1 ftp://c.example',
  })
  expect(await addresses(id)).toEqual(['https://a.example/1', 'http://b.example/?q=1'])
  const [first] = (await list(id)).body
  await describe(id, first?.id ?? '', { publisher: 'The A', kind: 'news', shows: 'It.' }, author)
  await edit(id, 'https://d.example/ http://b.example/?q=1', author)
  expect(await addresses(id)).toEqual(['https://d.example/', 'http://b.example/?q=1'])
  await until(() =>
    expect(announced(id)?.toSorted()).toEqual(['http://b.example/?q=1', 'https://d.example/']),
  )
  await edit(id, 'https://a.example/1', author)
  expect((await list(id)).body).toMatchObject([
    { address: 'https://a.example/1', publisher: 'The A', kind: 'news', shows: 'It.', check: null },
  ])
  await edit(id, null, author)
  expect(await addresses(id)).toEqual([])
  await until(() => expect(announced(id)).toEqual([]))
})

test('only the author describes links, within limits, and former details stay readable', async () => {
  const author = newMember()
  const { id } = await propose(service, { author, sources: 'https://e.example/' })
  const [source] = (await list(id)).body
  const sourceId = source?.id ?? ''
  expect(await describe(id, sourceId, { title: 'x' }, newMember())).toMatchObject({ status: 403 })
  expect(await describe(id, 'unknown', { title: 'x' }, author)).toMatchObject({
    status: 404,
    body: { error: { code: 'source_not_found' } },
  })
  for (const wrong of [
    { title: 'x'.repeat(201) },
    { publisher: 'x'.repeat(101) },
    { shows: 'x'.repeat(301) },
    { kind: 'blog' as 'news' },
    { archive: 'javascript:alert(1)' },
    { archive: 'https://user@archive.example/' },
    { archive: 'https://archive.example:8443/' },
  ]) {
    expect({ wrong, status: (await describe(id, sourceId, wrong, author)).status }).toEqual({
      wrong,
      status: 400,
    })
  }
  const archive = 'https://archive.example/e'
  await describe(id, sourceId, { title: 'First' }, author)
  await describe(id, sourceId, { title: 'Second', archive }, author)
  const same = await describe(id, sourceId, { title: 'Second', archive }, author)
  expect(same.body).toMatchObject({ title: 'Second', archive, archiveCheck: null })
  await until(() => expect(announced(id)?.toSorted()).toEqual([archive, 'https://e.example/']))
  const { body } = await service.call(listSourceVersions, { params: { id, sourceId } })
  expect(body).toMatchObject([
    { title: 'Second', archive },
    { title: 'First', archive: null },
  ])
})

test('details can be given with a new submission, for its own links only', async () => {
  const viewer = newMember()
  const body = {
    targetName: 'Trebuchet Works',
    location: 'Nowhere',
    reasons: 'They throw stones.',
    sources: 'https://f.example/report',
  }
  const details = { ...nothing, address: 'https://f.example/report', kind: 'court' as const }
  const made = await service.call(
    submitBoycott,
    { body: { ...body, sourceDetails: [details] } },
    { viewer },
  )
  expect((await list(made.body.id)).body).toMatchObject([{ kind: 'court' }])
  const other = { ...details, address: 'https://other.example/' }
  const refused = await service.call(
    submitBoycott,
    { body: { ...body, sourceDetails: [other] } },
    { viewer: newMember() },
  )
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { fields: { sourceDetails: expect.any(String) } } },
  })
})

test('the details of 50 links can be given at once', async () => {
  const links = Array.from({ length: 50 }, (_, at) => `https://many.example/${at}`)
  const body = {
    targetName: 'Trebuchet Works',
    location: 'Nowhere',
    reasons: 'é'.repeat(5_000),
    sources: links.join(' '),
    sourceDetails: links.map((address) => ({
      ...nothing,
      ...{ address, title: 'é'.repeat(50), publisher: 'é'.repeat(20), shows: 'é'.repeat(30) },
    })),
  }
  const made = await service.call(submitBoycott, { body }, { viewer: newMember() })
  const shows = (await list(made.body.id)).body.map((source) => source.shows?.length)
  expect(shows).toEqual(links.map(() => 30))
})

test('the newest check of a link is shown with every submission that has it', async () => {
  const sources = 'https://g.example/'
  const author = newMember()
  const one = await propose(service, { sources })
  const other = await propose(service, { author, sources: 'https://h.example/' })
  const [h] = (await list(other.id)).body
  await describe(other.id, h?.id ?? '', { archive: sources }, author)
  const before = published.length
  await checked(sources, 'moved', 2_000, 'A title')
  await checked(sources, 'gone', 1_000)
  await checked('https://unknown.example/', 'gone', 1_000)
  const check = { state: 'moved', title: 'A title', checkedAt: new Date(2_000).toISOString() }
  expect((await list(one.id)).body).toMatchObject([{ check }])
  expect((await list(other.id)).body).toMatchObject([{ check: null, archiveCheck: check }])
  const later = await propose(service, { sources })
  expect((await list(later.id)).body).toMatchObject([{ check }])
  // So that cached responses expire.
  await until(() => {
    const changed = published.slice(before).filter(({ links }) => links === null)
    expect(changed.map(({ submissionId }) => submissionId).toSorted()).toEqual(
      [one.id, other.id].toSorted(),
    )
  })
})

test('a removal hides the links from others and ends their checks', async () => {
  const author = newMember()
  const { id } = await propose(service, { author, sources: 'https://i.example/' })
  const [source] = (await list(id)).body
  const sourceId = source?.id ?? ''
  await until(() => expect(announced(id)).toEqual(['https://i.example/']))
  await remove(service, id)
  await until(() => expect(announced(id)).toEqual([]))
  expect((await list(id)).status).toBe(404)
  expect((await list(id, author)).body).toMatchObject([{ address: 'https://i.example/' }])
  const versions = await service.call(listSourceVersions, { params: { id, sourceId } })
  expect(versions.status).toBe(404)
  expect((await describe(id, sourceId, { title: 'x' }, author)).status).toBe(404)
})

test('existing submissions are attached in the background', async () => {
  const { id } = await propose(service, { sources: 'https://j.example/' })
  // As the migration finds it.
  await service.db.query('DELETE FROM sources WHERE submission_id = $1', [id])
  await service.db.query('INSERT INTO source_syncs VALUES ($1)', [id])
  await until(async () => expect(await addresses(id)).toEqual(['https://j.example/']))
})

test('a migration writes addresses again that were cut at a closing bracket', async () => {
  const { id } = await propose(service, { sources: '(https://k.example/film_(1971))' })
  await service.db.query(`INSERT INTO links (key, address) VALUES ('cut', $1)`, [
    'https://k.example/film_(1971',
  ])
  await service.db.query(`UPDATE sources SET link_key = 'cut' WHERE submission_id = $1`, [id])
  expect(await addresses(id)).toEqual(['https://k.example/film_(1971'])
  const migration = new URL('../../migrations/0045_bracketed_sources.sql', import.meta.url)
  await service.db.query(await readFile(migration, 'utf8'))
  await until(async () => expect(await addresses(id)).toEqual(['https://k.example/film_(1971)']))
})
