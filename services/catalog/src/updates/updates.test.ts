import { randomUUID } from 'node:crypto'
import { exportContributions } from '@answerable/contracts/own-data'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import { readTimeline, timelinePageSize } from '@answerable/contracts/timeline'
import { applyUpdateDecision, pageUpdates } from '@answerable/contracts/update-decisions'
import { listOwnUpdates, reportUpdate, type UpdateStatus } from '@answerable/contracts/updates'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import {
  decide,
  findDrift,
  propose,
  recordChanges,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { recordOccurrence } from './occurrences.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const content = {
  date: '1956-12-20',
  text: 'The court’s order arrived, and the buses were integrated.',
  source: 'https://en.wikipedia.org/wiki/Montgomery_bus_boycott',
}
const report = (id: string, body: object = {}, viewer: Viewer = newMember()) =>
  service.call(reportUpdate, { params: { id }, body: { ...content, ...body } }, { viewer })
const reported = async (id: string, status: UpdateStatus | null = null, viewer?: Viewer) =>
  (await report(id, { status, source: `https://example.org/${randomUUID()}` }, viewer)).body.id
const apply = (
  updateId: string,
  action: 'confirm' | 'decline' | 'withdraw',
  decisionId = randomUUID(),
) =>
  service.call(
    applyUpdateDecision,
    { body: { decisionId, updateId, action, note: 'Checked.' } },
    { issuer: 'moderation' },
  )
const statusOf = async (id: string) =>
  (await service.call(readSubmission, { params: { id } })).body.status
const timeline = async (id: string, page = '1') =>
  service.call(readTimeline, { params: { id }, query: { page } })

test('a confirmed update is in the timeline with its source, sets the status, and both can be taken back', async () => {
  const { id } = await propose(service)
  const updateId = await reported(id, 'met')
  expect((await timeline(id)).body.map(({ kind }) => kind)).toEqual(['proposed'])
  const decisionId = randomUUID()
  const confirmed = await apply(updateId, 'confirm', decisionId)
  expect(confirmed.body).toMatchObject({
    submissionId: id,
    before: { status: 'proposed' },
    after: { status: 'met' },
    update: { state: 'confirmed', note: 'Checked.', currentStatus: 'met' },
  })
  expect((await apply(updateId, 'confirm', decisionId)).body).toEqual(confirmed.body)
  expect((await timeline(id)).body).toMatchObject([
    { kind: 'status', status: 'met', previous: 'proposed' },
    { kind: 'update', updateId, date: content.date, text: content.text, status: 'met' },
    { kind: 'proposed' },
  ])
  await apply(updateId, 'withdraw')
  expect(await statusOf(id)).toBe('proposed')
  expect((await timeline(id)).body.map(({ kind }) => kind)).toEqual([
    'status',
    'status',
    'proposed',
  ])
  expect(await findDrift(service.db, [])).toEqual([])
})

test('confirmed and withdrawn updates are published as a changed timeline; others are not', async () => {
  const { id } = await propose(service)
  const changes = await recordChanges(service)
  const changed = () =>
    changes.flatMap(({ submissionId, cause, sections }) =>
      submissionId === id && cause !== 'created' ? [sections] : [],
    )
  await apply(await reported(id), 'decline')
  const updateId = await reported(id)
  await apply(updateId, 'confirm')
  await expect.poll(changed).toEqual([['timeline']])
  await apply(updateId, 'withdraw')
  await expect.poll(changed).toEqual([['timeline'], ['timeline']])
})

test('without an update, the latest other one decides the status', async () => {
  const { id } = await propose(service)
  const [partly, met, ended] = [
    await reported(id, 'partly-met'),
    await reported(id, 'met'),
    await reported(id, 'ended'),
  ]
  for (const one of [partly, met, ended]) await apply(one, 'confirm')
  // A later update has replaced its status.
  await apply(met, 'withdraw')
  expect(await statusOf(id)).toBe('ended')
  await apply(ended, 'withdraw')
  expect(await statusOf(id)).toBe('partly-met')
  expect(await findDrift(service.db, [])).toEqual([])
})

test('of two administrators at once, one decides', async () => {
  const { id } = await propose(service)
  const updateId = await reported(id, 'met')
  const responses = await Promise.all([apply(updateId, 'confirm'), apply(updateId, 'decline')])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const isConfirmed = responses[0].status === 200
  expect(await statusOf(id)).toBe(isConfirmed ? 'met' : 'proposed')
  expect((await apply(updateId, isConfirmed ? 'decline' : 'withdraw')).status).toBe(409)
})

test('members see their own updates with the outcome; unconfirmed updates are not public', async () => {
  const member = newMember()
  const { id } = await propose(service)
  const declined = await reported(id, 'met', member)
  expect((await report(id, {}, member)).status).toBe(201)
  expect((await report(id, {}, member)).status).toBe(409)
  await apply(declined, 'decline')
  const own = await service.call(listOwnUpdates, {}, { viewer: member })
  expect(own.body.map(({ state, note }) => [state, note])).toEqual([
    ['open', null],
    ['declined', 'Checked.'],
  ])
  expect((await timeline(id)).body).toHaveLength(1)
  const open = await service.call(
    pageUpdates,
    { query: { state: 'open', limit: '50' } },
    { issuer: 'moderation' },
  )
  expect(open.body.updates.filter(({ reporterId }) => reporterId === member.id)).toHaveLength(1)
})

test.each([
  ['a date in the future', { date: '2999-01-01' }],
  ['no date', { date: 'yesterday' }],
  ['a source that is no link', { source: 'the newspaper' }],
  ['a script as a source', { source: 'javascript:alert(1)' }],
  ['no text', { text: ' ' }],
  ['a status that only the site sets', { status: 'responded' }],
])('refuses %s with 400', async (_, body) => {
  const { id } = await propose(service)
  expect((await report(id, body)).status).toBe(400)
})

test('members cannot report updates about a removed boycott, and its timeline is not public', async () => {
  const { id } = await propose(service)
  const updateId = await reported(id, 'met')
  await remove(service, id)
  expect((await report(id)).status).toBe(404)
  expect((await timeline(id)).status).toBe(404)
  expect((await apply(updateId, 'confirm')).status).toBe(409)
  expect((await apply(updateId, 'decline')).status).toBe(200)
})

test('the timeline has boosts and decisions, and comes in pages', async () => {
  const { id } = await propose(service)
  await decide(service, id, { action: { kind: 'super-boost', boostValue: 50 } })
  await decide(service, id, { action: { kind: 'lock-discussion' } })
  for (let value = 1; value <= timelinePageSize - 2; value += 1) {
    await recordOccurrence(service.db, {
      ...{ submissionId: id, kind: 'milestone', at: new Date(`2020-01-${value + 10}`) },
      details: { measure: 'score', value },
    })
  }
  const first = await timeline(id)
  expect(first.body.slice(0, 2)).toMatchObject([
    { kind: 'decision', decision: 'lock-discussion' },
    { kind: 'boost', value: 50 },
  ])
  expect(first.body).toHaveLength(timelinePageSize)
  expect(first.headers.get('x-total-count')).toBe(String(timelinePageSize + 1))
  expect((await timeline(id, '2')).body).toMatchObject([{ kind: 'proposed' }])
  expect((await timeline(id, '3')).body).toEqual([])
})

test('a deleted account leaves confirmed updates without its name, and no others', async () => {
  const member = newMember()
  const { id } = await propose(service)
  const confirmed = await reported(id, 'met', member)
  await reported(id, null, member)
  await apply(confirmed, 'confirm')
  const exported = await service.call(
    exportContributions,
    { query: { kind: 'updates' } },
    { viewer: member },
  )
  expect(exported.body.updates).toMatchObject([
    { submissionId: id, status: 'met', state: 'confirmed' },
    { submissionId: id, status: null, state: 'open' },
  ])
  await eraseAuthor(service.db, { userId: member.id, requestId: null })
  const { rows } = await service.db.query(
    'SELECT id, reporter_id, note FROM updates WHERE submission_id = $1',
    [id],
  )
  expect(rows).toEqual([{ id: confirmed, reporter_id: null, note: null }])
})
