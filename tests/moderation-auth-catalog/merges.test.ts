import { mergeSubmission, previewMerge, unmergeSubmission } from '@answerable/contracts/merges'
import type { Viewer } from '@answerable/contracts/sessions'
import { verifyLog } from '@answerable/moderation/log/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { addPerson, type ModerationSite, newKey, propose, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer
let other: Viewer

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  other = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

const merge = (id: string, into: string, viewer = admin, headers = {}) =>
  site.moderation.call(
    mergeSubmission,
    { params: { id }, body: { into, reasonCode: 'duplicate', note: 'The same quarry.' } },
    { viewer, headers },
  )
const unmerge = (id: string, viewer = admin) =>
  site.moderation.call(unmergeSubmission, { params: { id } }, { viewer })
const code = (response: { body: unknown }) =>
  (response.body as { error?: { code: string } }).error?.code

test('a merge and its undoing are previewed, applied, shown on both submissions and logged', async () => {
  const calls = callsOf(site, admin)
  const [into, from] = [await propose(site), await propose(site)]
  const preview = await site.moderation.call(
    previewMerge,
    { params: { id: into }, query: { into: from } },
    { viewer: admin },
  )
  expect(preview.body).toMatchObject({ from: { id: from }, into: { id: into } })
  const headers = newKey()
  const { body } = await merge(from, into, admin, headers)
  expect(body.submission).toMatchObject({ id: from, approved: false, mergedInto: into })
  expect((await merge(from, into, admin, headers)).body).toEqual(body)
  expect((await calls.read(from)).status).toBe(301)
  for (const [id, otherId] of [
    [from, into],
    [into, from],
  ] as const) {
    const { decisions, merges } = await calls.review(id)
    expect(decisions).toMatchObject([{ kind: 'merge', otherId, note: 'The same quarry.' }])
    expect(merges).toMatchObject([{ from: { id: from }, into: { id: into } }])
    expect(merges[0]?.undoableUntil).not.toBeNull()
  }
  const late = await calls.approve(from)
  expect(late.body).toMatchObject({
    error: {
      code: 'decision_conflict',
      message: expect.stringContaining('already merged this submission'),
    },
  })
  await unmerge(from)
  expect((await calls.read(from)).status).toBe(200)
  expect((await calls.review(into)).merges).toEqual([])
  const [latest, earlier] = await calls.publicLog()
  expect([latest?.kind, earlier?.kind]).toEqual(['unmerge', 'merge'])
  expect(earlier).toMatchObject({ reasonCode: 'duplicate' })
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole', rows: 2 })
})

test('administrators do not merge into their own submission or undo the merge of it by another', async () => {
  const [into, from] = [await propose(site, { author: admin }), await propose(site)]
  expect(code(await merge(from, into, admin))).toBe('other_admin_needed')
  expect((await merge(from, into, other)).status).toBe(200)
  expect((await unmerge(from, admin)).status).toBe(200)
  const [older, own] = [await propose(site), await propose(site, { author: admin })]
  expect((await merge(own, older, other)).status).toBe(200)
  expect(code(await unmerge(own, admin))).toBe('other_admin_needed')
  expect((await unmerge(own, other)).status).toBe(200)
})

test('a merge with itself is 400, a second one and undoing what is not merged are 409', async () => {
  const [into, from] = [await propose(site), await propose(site)]
  expect((await merge(from, from)).status).toBe(400)
  expect(code(await merge(into, from))).toBe('merge_into_newer')
  await merge(from, into)
  expect(code(await merge(from, into))).toBe('decision_conflict')
  await unmerge(from)
  expect(code(await unmerge(from))).toBe('decision_conflict')
})
