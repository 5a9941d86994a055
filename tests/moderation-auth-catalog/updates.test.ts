import { randomUUID } from 'node:crypto'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import {
  confirmUpdate,
  declineUpdate,
  listUpdates,
  withdrawUpdate,
} from '@answerable/contracts/update-decisions'
import { reportUpdate } from '@answerable/contracts/updates'
import { verifyLog } from '@answerable/moderation/log/verify'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, type ModerationSite, newKey, propose, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

const report = async (id: string, viewer: Viewer = newMember()) => {
  const body = {
    date: '2026-01-02',
    text: 'It gave in.',
    source: 'https://example.org/news',
    status: 'met',
  } as const
  return (await site.catalog.call(reportUpdate, { params: { id }, body }, { viewer })).body.id
}
const statusOf = async (id: string) =>
  (await site.catalog.call(readSubmission, { params: { id } })).body.status
const latest = async (limit: number) =>
  (await site.moderation.call(readModerationLog, { query: { limit: `${limit}` } })).body
const events = async () =>
  (
    await site.owner.moderation.query<{ payload: { kind: string; concernedId: string } }>(
      `SELECT payload FROM decisions JOIN decision_log ON decision_id = decisions.id
       WHERE change ->> 'kind' = 'update' ORDER BY position`,
    )
  ).rows

test('an update is confirmed and taken back on the record; a repeated call decides once', async () => {
  const reporter = newMember()
  const submissionId = await propose(site)
  const id = await report(submissionId, reporter)
  const open = await site.moderation.call(listUpdates, {}, { viewer: admin })
  expect(open.body).toMatchObject([{ id, reporterId: reporter.id, currentStatus: 'proposed' }])
  const headers = newKey()
  const confirm = () =>
    site.moderation.call(confirmUpdate, { params: { id } }, { viewer: admin, headers })
  const first = await confirm()
  expect(first.body).toMatchObject({ update: { state: 'confirmed' } })
  expect((await confirm()).body.decisionId).toBe(first.body.decisionId)
  expect(await statusOf(submissionId)).toBe('met')
  const again = await site.moderation.call(confirmUpdate, { params: { id } }, { viewer: admin })
  expect(again.status).toBe(409)
  expect(again.text).toContain('already decided on this update')
  await site.moderation.call(withdrawUpdate, { params: { id } }, { viewer: admin })
  expect(await statusOf(submissionId)).toBe('proposed')
  expect((await latest(2)).map(({ kind, category }) => [kind, category])).toEqual([
    ['withdraw-update', null],
    ['confirm-update', null],
  ])
  expect((await events()).map(({ payload }) => payload)).toMatchObject([
    {
      subject: { kind: 'submission', id: submissionId, updateId: id },
      before: { status: 'proposed' },
      after: { status: 'met' },
    },
    { before: { status: 'met' }, after: { status: 'proposed' } },
  ])
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
})

test('a decline needs a note; the reporter of an update does not confirm it beside another administrator', async () => {
  const id = await report(await propose(site))
  const decline = (note: string) =>
    site.moderation.call(declineUpdate, { params: { id }, body: { note } }, { viewer: admin })
  expect((await decline('')).status).toBe(400)
  expect((await decline('No source.')).body).toMatchObject({
    update: { state: 'declined', note: 'No source.' },
  })
  const own = await report(await propose(site), admin)
  const confirm = () =>
    site.moderation.call(confirmUpdate, { params: { id: own } }, { viewer: admin })
  await addPerson(site, 'admin')
  expect((await confirm()).status).toBe(403)
  const unknown = await site.moderation.call(
    confirmUpdate,
    { params: { id: randomUUID() } },
    { viewer: admin },
  )
  expect(unknown.status).toBe(404)
})
