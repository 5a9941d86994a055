import { randomUUID } from 'node:crypto'
import { flagAlternative, postAlternative } from '@answerable/contracts/alternatives'
import { declineSuggestion } from '@answerable/contracts/business-decisions'
import { suggestChange } from '@answerable/contracts/businesses'
import { acceptClaim } from '@answerable/contracts/claims'
import { postComment } from '@answerable/contracts/comments'
import { flagComment } from '@answerable/contracts/flags'
import { postNotice, upholdNotice } from '@answerable/contracts/notices'
import { flagResponse, postResponse } from '@answerable/contracts/responses'
import {
  listQueue,
  openEntries,
  type QueueEntry,
  type QueueKind,
  queueKinds,
} from '@answerable/contracts/review-queue'
import type { Viewer } from '@answerable/contracts/sessions'
import { confirmUpdate } from '@answerable/contracts/update-decisions'
import { reportUpdate } from '@answerable/contracts/updates'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  boycottOf,
  type ClaimSite,
  check,
  claimBy,
  publish,
  represent,
  startClaimSite,
} from './claiming.ts'
import { addPerson, flag, propose } from './site.ts'

let site: ClaimSite
let admin: Viewer
let colleague: Viewer
/** The ids of the entries, in the order in which they began to wait. */
let ids: Record<Exclude<QueueKind, 'all'>, string>

beforeAll(async () => {
  site = await startClaimSite()
  admin = await addPerson(site, 'admin')
  colleague = await addPerson(site, 'admin')
  ids = await fill()
})
afterAll(() => site.stop())

const flagBody = { reasonCode: 'spam', reason: 'An advertisement.' } as const
const viewer = () => ({ viewer: newMember() })

/** One entry of each kind. The flagged submission is the oldest content, and the last to be flagged. */
const fill = async (): Promise<typeof ids> => {
  const submissions = await propose(site)
  const { submissionId: id, businessId } = await boycottOf(site, admin, {
    website: 'queue.example',
  })
  const params = { id }
  const speaker = await addPerson(site)
  await represent(site, speaker, businessId)

  const comment = await site.catalog.call(
    postComment,
    { params, body: { content: 'Buy mine.' } },
    viewer(),
  )
  const response = await site.catalog.call(
    postResponse,
    { params, body: { content: 'Buy ours.' } },
    { viewer: speaker },
  )
  const alternative = await site.catalog.call(
    postAlternative,
    { params, body: { name: 'Water' } },
    viewer(),
  )
  const update = await site.catalog.call(
    reportUpdate,
    { params, body: { date: '2026-01-02', text: 'New.', source: 'https://example.org/a' } },
    viewer(),
  )
  const recent = await boycottOf(site, admin, { website: 'new.example', days: 1 })
  const claimant = await addPerson(site)
  const claim = await claimBy(site, claimant, { businessId: recent.businessId, method: 'dns' })
  publish(site, claim.body)
  await check(site, claimant, claim.body.id)
  const notices = randomUUID()
  await site.moderation.call(
    postNotice,
    {
      body: {
        what: [`http://localhost:8080/boycott/${id}`],
        reasonCode: 'child-abuse',
        why: 'There is a forbidden picture behind the link.',
        goodFaith: true,
      },
    },
    { headers: { 'idempotency-key': notices } },
  )
  const suggestion = await site.catalog.call(
    suggestChange,
    { params: { id: businessId }, body: { kind: 'alias', value: 'Queue Ltd', reason: 'Known.' } },
    viewer(),
  )
  const flags = { body: flagBody }
  await site.catalog.call(
    flagAlternative,
    { params: { id: alternative.body.id }, ...flags },
    viewer(),
  )
  await site.catalog.call(flagResponse, { params: { id: response.body.id }, ...flags }, viewer())
  await site.catalog.call(flagComment, { params: { id: comment.body.id }, ...flags }, viewer())
  await flag(site, submissions, 2)
  return {
    updates: update.body.id,
    claims: claim.body.id,
    notices,
    suggestions: suggestion.body.id,
    alternatives: alternative.body.id,
    responses: response.body.id,
    comments: comment.body.id,
    submissions,
  }
}

const queue = (query: Record<string, string> = {}, reader = admin) =>
  site.moderation.call(listQueue, { query }, { viewer: reader })
const idOf = (entry: QueueEntry): string =>
  (entry as unknown as Record<string, { id: string }>)[entry.kind]?.id ?? ''
const idsOf = (entries: QueueEntry[]) => entries.map(idOf)

test('has entries of all eight kinds, each in its own filter, with the time since when it waits', async () => {
  for (const kind of queueKinds) {
    const { body, headers } = await queue({ kind })
    const expected = kind === 'all' ? Object.values(ids) : [ids[kind]]
    expect(idsOf(body).sort(), kind).toEqual([...expected].sort())
    expect(headers.get('x-total-count')).toBe(String(expected.length))
    for (const entry of body) {
      expect(Date.now() - Date.parse(entry.waitingSince)).toBeLessThan(600_000)
      expect(entry.openBy).toEqual([])
    }
  }
  expect((await queue({ kind: 'nothing' })).status).toBe(400)
})

test('by urgency: notices, then most flags, then the rest; by age: the longest waiting first', async () => {
  const urgent = idsOf((await queue()).body)
  expect(urgent.slice(0, 2)).toEqual([ids.notices, ids.submissions])
  expect(new Set(urgent.slice(2, 5))).toEqual(
    new Set([ids.comments, ids.responses, ids.alternatives]),
  )
  // The submission is the oldest content. It was flagged last, so that it has waited least.
  expect(idsOf((await queue({ sort: 'oldest' })).body)).toEqual(Object.values(ids))
})

test('comes in pages without a gap or a repeat, in both orders', async () => {
  for (const sort of ['urgent', 'oldest']) {
    const whole = idsOf((await queue({ sort })).body)
    const pages: string[] = []
    for (const page of ['1', '2', '3', '4']) {
      const { body, headers } = await queue({ sort, page, limit: '2' })
      expect(headers.get('x-total-count')).toBe('8')
      pages.push(...idsOf(body))
    }
    expect(pages, sort).toEqual(whole)
    expect((await queue({ sort, page: '5', limit: '2' })).body).toEqual([])
  }
})

test('names the colleagues who work on an entry, until they leave it or their time is over', async () => {
  const open = (opened: string[], by: Viewer) =>
    site.moderation.call(openEntries, { body: { ids: opened } }, { viewer: by })
  const openBy = async (reader: Viewer) =>
    (await queue({}, reader)).body
      .filter(({ openBy: usernames }) => usernames.length > 0)
      .map((entry) => [idOf(entry), entry.openBy])
  expect((await open([ids.claims, ids.comments], colleague)).status).toBe(204)
  expect((await open([ids.notices], admin)).status).toBe(204)
  expect(await openBy(colleague)).toEqual([[ids.notices, [admin.username]]])
  expect(new Map((await openBy(admin)) as [string, string[]][])).toEqual(
    new Map([
      [ids.claims, [colleague.username]],
      [ids.comments, [colleague.username]],
    ]),
  )
  await open([ids.updates], colleague)
  expect(await openBy(admin)).toEqual([[ids.updates, [colleague.username]]])
  await site.owner.moderation.query(
    `UPDATE open_entries SET seen_at = seen_at - interval '61 seconds' WHERE admin_id = $1`,
    [colleague.id],
  )
  expect(await openBy(admin)).toEqual([])
  await open([], admin)
  expect(await openBy(colleague)).toEqual([])
  expect((await open(['x'.repeat(37)], admin)).status).toBe(400)
  expect((await open(Array.from({ length: 51 }, randomUUID), admin)).status).toBe(400)
  const member = await addPerson(site)
  expect((await open([], member)).status).toBe(403)
})

test('loses what was decided', async () => {
  const decided = { viewer: colleague }
  const params = (kind: keyof typeof ids) => ({ params: { id: ids[kind] } })
  const note = { note: 'Checked.' }
  const statuses = [
    await site.moderation.call(acceptClaim, params('claims'), decided),
    await site.moderation.call(confirmUpdate, params('updates'), decided),
    await site.moderation.call(
      declineSuggestion,
      { ...params('suggestions'), body: note },
      decided,
    ),
    await site.moderation.call(
      upholdNotice,
      { ...params('notices'), body: { reasonCode: 'illegal', ...note } },
      decided,
    ),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200])
  const { body, headers } = await queue()
  expect(new Set(body.map(({ kind }) => kind))).toEqual(
    new Set(['submission', 'comment', 'response', 'alternative']),
  )
  expect(headers.get('x-total-count')).toBe('4')
})
