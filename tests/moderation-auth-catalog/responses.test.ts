import { randomUUID } from 'node:crypto'
import { setStatus } from '@answerable/catalog/set-status'
import { readBusiness } from '@answerable/contracts/businesses'
import { removeSubmission } from '@answerable/contracts/decisions'
import {
  type EventPayload,
  representationChanged,
  responseChanged,
  responseRequested,
  type SubmissionChange,
  submissionChanged,
  userLeft,
} from '@answerable/contracts/events'
import { mergeSubmission } from '@answerable/contracts/merges'
import { exportContributions } from '@answerable/contracts/own-data'
import {
  approveResponse,
  listResponses,
  removeResponse,
} from '@answerable/contracts/response-decisions'
import {
  editResponse,
  flagResponse,
  listResponseVersions,
  postResponse,
  readResponses,
} from '@answerable/contracts/responses'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import { verifyLog } from '@answerable/moderation/log/verify'
import { transaction } from '@answerable/service-kit/db'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boycottOf, type ClaimSite, represent, startClaimSite } from './claiming.ts'
import { addPerson, newKey, propose } from './site.ts'

let site: ClaimSite
let admin: Viewer
let websites = 0
const changes: EventPayload<typeof responseChanged>[] = []
const requests: EventPayload<typeof responseRequested>[] = []
const pageChanges: SubmissionChange[] = []

beforeAll(async () => {
  site = await startClaimSite()
  admin = await addPerson(site, 'admin')
  const bus = site.catalog.bus
  await bus.subscribe(responseChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
  await bus.subscribe(responseRequested, { everyInstanceOf: 'test' }, async ({ payload }) => {
    requests.push(payload)
  })
  await bus.subscribe(submissionChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    pageChanges.push(...payload.changes)
  })
})
afterAll(() => site.stop())

/** A boycott, and a member who speaks for its business. */
const represented = async () => {
  websites += 1
  const website = `responder-${websites}.example`
  const boycott = await boycottOf(site, admin, { website })
  const speaker = await addPerson(site)
  await represent(site, speaker, boycott.businessId)
  return { ...boycott, speaker, website }
}
const post = (id: string, viewer: Viewer, content = 'We disagree.') =>
  site.catalog.call(
    postResponse,
    { params: { id }, body: { content, sources: 'https://example.org/report' } },
    { viewer },
  )
const edit = (id: string, viewer: Viewer, content: string, expectedVersion?: number) =>
  site.catalog.call(
    editResponse,
    {
      params: { id },
      body: { content, ...(expectedVersion === undefined ? {} : { expectedVersion }) },
    },
    { viewer },
  )
const read = async (id: string, viewer: Viewer | null = null) =>
  (await site.catalog.call(readResponses, { params: { id } }, { viewer })).body
const statusOf = async (id: string) =>
  (await site.catalog.call(readSubmission, { params: { id } })).body.status
const activate = (id: string, at = new Date()) =>
  transaction(site.owner.catalog, (db) =>
    setStatus(db, { id, status: 'proposed' }, { status: 'active', requestId: null, at }),
  )
const timelineOf = async (id: string) => {
  const { rows } = await site.owner.catalog.query<{ kind: string }>(
    'SELECT kind FROM occurrences WHERE submission_id = $1',
    [id],
  )
  return rows.map(({ kind }) => kind)
}
const decide = (
  route: typeof removeResponse | typeof approveResponse,
  id: string,
  { viewer = admin, headers = {} }: { viewer?: Viewer; headers?: Record<string, string> } = {},
) =>
  site.moderation.call(
    route,
    { params: { id }, body: { reasonCode: 'spam', note: 'An advertisement.' } },
    { viewer, headers },
  )

test('a response is public with its domain and all versions, and without the person who wrote it', async () => {
  const { submissionId, slug, speaker, website } = await represented()
  const [first, second] = await Promise.all([
    post(submissionId, speaker),
    post(submissionId, speaker),
  ])
  const statuses = [first.status, second.status].sort()
  expect(statuses).toEqual([201, 409])
  const { id } = (first.status === 201 ? first : second).body
  expect(await statusOf(submissionId)).toBe('responded')
  expect(await timelineOf(submissionId)).toContain('response')
  const [shown] = (await read(submissionId)).responses
  expect(shown).toMatchObject({ id, domain: website, content: 'We disagree.', versionCount: 1 })
  const version = shown?.version ?? 0
  expect((await edit(submissionId, speaker, 'We agree.', version)).body).toMatchObject({
    content: 'We agree.',
    sources: null,
    versions: [
      { number: 2, content: 'We agree.' },
      { number: 1, content: 'We disagree.', sources: 'https://example.org/report' },
    ],
  })
  expect((await edit(submissionId, speaker, 'Perhaps.', version)).body).toMatchObject({
    error: { code: 'response_changed' },
  })
  const versions = await site.catalog.call(listResponseVersions, { params: { id } })
  expect(versions.body.map(({ number }) => number)).toEqual([2, 1])
  const page = await site.catalog.call(readBusiness, { params: { slug } })
  expect(page.body.responses).toMatchObject([{ id, excerpt: 'We agree.' }])
  const published = JSON.stringify([await read(submissionId), versions.body, page.body])
  expect(published).not.toContain(speaker.username)
  expect(published).not.toContain(speaker.id)
  await until(() =>
    expect(changes.filter(({ responseId }) => responseId === id)).toMatchObject([
      { cause: 'created', state: 'shown', submissionId },
      { cause: 'edited' },
    ]),
  )
})

test('only who speaks for the business of a public boycott can respond', async () => {
  const { submissionId, speaker } = await represented()
  for (const viewer of [await addPerson(site), admin]) {
    expect((await post(submissionId, viewer)).status).toBe(403)
    expect((await edit(submissionId, viewer, 'No.')).status).toBe(403)
  }
  expect((await edit(submissionId, speaker, 'No.')).body).toMatchObject({
    error: { code: 'response_not_found' },
  })
  await site.moderation.call(
    removeSubmission,
    { params: { id: submissionId }, body: {} },
    { viewer: admin },
  )
  expect((await post(submissionId, speaker)).status).toBe(404)
  const asVisitor = await site.catalog.call(readResponses, { params: { id: submissionId } })
  expect(asVisitor.status).toBe(404)
})

test('a boycott that becomes active requests a response once, from those who speak for the business', async () => {
  const { submissionId, businessId, speaker } = await represented()
  expect(await read(submissionId, speaker)).toMatchObject({
    requestedAt: null,
    ownRepresentation: true,
    responses: [],
  })
  const at = new Date(Date.now() - 15 * 86_400_000)
  await activate(submissionId, at)
  await activate(submissionId)
  expect((await read(submissionId)).requestedAt).toBe(at.toISOString())
  expect((await timelineOf(submissionId)).filter((kind) => kind === 'response-requested')).toEqual([
    'response-requested',
  ])
  const concerned = () => requests.filter((request) => request.submissionId === submissionId)
  await until(() =>
    expect(concerned()).toEqual([{ submissionId, businessId, representativeIds: [speaker.id] }]),
  )
})

test('a flagged response is in the queue, and is removed and restored on the record', async () => {
  const { submissionId, speaker } = await represented()
  await activate(submissionId)
  const { id } = (await post(submissionId, speaker, 'Buy our anvils.')).body
  const flag = (viewer: Viewer) =>
    site.catalog.call(
      flagResponse,
      { params: { id }, body: { reason: 'Advertising.' } },
      { viewer },
    )
  const reporter = newMember()
  expect((await flag(reporter)).status).toBe(201)
  expect((await flag(reporter)).status).toBe(409)
  const queue = async (state: 'flagged' | 'removed') =>
    (await site.moderation.call(listResponses, { query: { state } }, { viewer: admin })).body
  expect(await queue('flagged')).toMatchObject([
    {
      id,
      flagCount: 1,
      flags: [{ reason: 'Advertising.' }],
      author: { username: speaker.username },
    },
  ])
  const headers = newKey()
  const removal = await decide(removeResponse, id, { headers })
  expect(removal.body.response).toMatchObject({ state: 'removed', reasonCode: 'spam' })
  expect((await decide(removeResponse, id, { headers })).body).toEqual(removal.body)
  expect((await read(submissionId)).responses).toMatchObject([
    { id, state: 'removed', content: '', sources: null, reasonCode: 'spam' },
  ])
  expect(await statusOf(submissionId)).toBe('active')
  expect(await timelineOf(submissionId)).not.toContain('response')
  expect((await site.catalog.call(listResponseVersions, { params: { id } })).status).toBe(404)
  expect((await edit(submissionId, speaker, 'Again.')).status).toBe(409)
  expect((await flag(newMember())).status).toBe(409)
  expect(await queue('removed')).toMatchObject([
    { id, decisions: [{ kind: 'remove-response', note: 'An advertisement.' }] },
  ])
  await decide(approveResponse, id)
  expect((await read(submissionId)).responses).toMatchObject([
    { state: 'shown', content: 'Buy our anvils.' },
  ])
  expect(await statusOf(submissionId)).toBe('responded')
  expect(await timelineOf(submissionId)).toContain('response')
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
  expect((await decide(removeResponse, randomUUID())).status).toBe(404)
})

test('a response to a merged boycott is shown with the remaining one, whose open pages follow its removal', async () => {
  const { speaker, submissionId: older } = await represented()
  const name = (await site.catalog.call(readSubmission, { params: { id: older } })).body.targetName
  const newer = await propose(site, { targetName: name })
  const { id } = (await post(newer, speaker)).body
  await site.moderation.call(
    mergeSubmission,
    { params: { id: newer }, body: { into: older } },
    { viewer: admin },
  )
  expect((await read(older)).responses.map((one) => one.id)).toEqual([id])
  const moved = await site.catalog.call(readResponses, { params: { id: newer } })
  expect(moved.status).toBe(301)
  const body = { reason: 'Advertising.' }
  const flagged = await site.catalog.call(
    flagResponse,
    { params: { id }, body },
    { viewer: newMember() },
  )
  expect(flagged.status).toBe(201)
  const versions = () => site.catalog.call(listResponseVersions, { params: { id } })
  const followed = (count: number) =>
    until(() => {
      const ofOlder = pageChanges.filter(({ submissionId }) => submissionId === older)
      const sections = ofOlder.flatMap((change) => (change.sections ? [change.sections] : []))
      expect(sections).toEqual(Array(count).fill(['response', 'timeline']))
    })
  await decide(removeResponse, id)
  await followed(1)
  expect((await versions()).status).toBe(404)
  await decide(approveResponse, id)
  await followed(2)
  expect((await versions()).status).toBe(200)
  // It is removed with the boycott that shows it.
  await site.moderation.call(
    removeSubmission,
    { params: { id: older }, body: {} },
    { viewer: admin },
  )
  expect((await versions()).status).toBe(404)
})

test('a response stays when its author leaves, as that of the business; the author can export it before', async () => {
  const { submissionId, businessId, speaker, website } = await represented()
  const { id } = (await post(submissionId, speaker)).body
  await edit(submissionId, speaker, 'We agree.')
  const own = await site.catalog.call(
    exportContributions,
    { query: { kind: 'responses' } },
    { viewer: speaker },
  )
  expect(own.body.responses).toMatchObject([
    { responseId: id, number: 1, content: 'We disagree.', businessId },
    { responseId: id, number: 2, content: 'We agree.' },
  ])
  await site.catalog.bus.publish({
    id: randomUUID(),
    subject: userLeft.subject,
    payload: { userId: speaker.id },
    requestId: null,
  })
  // An event of moderation may arrive after the deletion.
  await site.catalog.bus.publish({
    id: randomUUID(),
    subject: representationChanged.subject,
    payload: { businessId, userId: speaker.id, domain: website, verified: false, version: 99 },
    requestId: null,
  })
  expect((await read(submissionId)).responses).toMatchObject([{ id, content: 'We agree.' }])
  const { rows } = await site.owner.catalog.query<{ rows: string }>(
    `SELECT (SELECT coalesce(jsonb_agg(responses), '[]') FROM responses)::text
       || (SELECT coalesce(jsonb_agg(response_versions), '[]') FROM response_versions)::text
       || (SELECT coalesce(jsonb_agg(representatives), '[]') FROM representatives)::text AS rows`,
  )
  expect(rows[0]?.rows).not.toContain(speaker.id)
})
