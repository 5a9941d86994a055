import { randomUUID } from 'node:crypto'
import {
  overturnAppeal,
  postAppeal,
  readOwnDecision,
  upholdAppeal,
} from '@answerable/contracts/appeals'
import { approveSubmission, superBoostSubmission } from '@answerable/contracts/decisions'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { listFlagged, readStats, reviewSubmission } from '@answerable/contracts/review'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addPerson,
  flag,
  type ModerationSite,
  newKey,
  propose,
  remove,
  startModerationSite,
} from './site.ts'

let site: ModerationSite
let author: Viewer
let remover: Viewer
let judge: Viewer
let id: string
let decisionId: string

beforeAll(async () => {
  site = await startModerationSite()
})
beforeEach(async () => {
  await site.owner.auth.query('DELETE FROM users')
  author = await addPerson(site)
  remover = await addPerson(site, 'admin')
  judge = await addPerson(site, 'admin')
  id = await propose(site, { author })
  ;({ decisionId } = await remove(site, id, remover))
})
afterAll(() => site.stop())

const readOwn = (viewer: Viewer | null = author, of = id) =>
  site.moderation.call(readOwnDecision, { params: { id: of } }, { viewer })
const appeal = (text = 'It is true.', viewer: Viewer | null = author) =>
  site.moderation.call(postAppeal, { params: { id }, body: { text } }, { viewer })
const settle = (
  route: typeof upholdAppeal | typeof overturnAppeal,
  appealId: string,
  { viewer = judge, headers = {} }: { viewer?: Viewer; headers?: Record<string, string> } = {},
) =>
  site.moderation.call(
    route,
    { params: { id: appealId }, body: { reasonCode: 'other', note: 'We looked again.' } },
    { viewer, headers },
  )
const approve = (viewer: Viewer) =>
  site.moderation.call(approveSubmission, { params: { id } }, { viewer })
const suspendAccount = ({ id: accountId }: Viewer) =>
  site.owner.auth.query('UPDATE users SET suspended_at = now() WHERE id = $1', [accountId])
const review = async () =>
  (await site.moderation.call(reviewSubmission, { params: { id } }, { viewer: judge })).body
const openAppeal = async (): Promise<string> => {
  await appeal()
  return (await review()).appeal?.id ?? ''
}
const queue = async () =>
  (await site.moderation.call(listFlagged, { query: { limit: '50' } }, { viewer: judge })).body
const stats = async () => (await site.moderation.call(readStats, {}, { viewer: judge })).body

describe('the author of a removed submission', () => {
  test('can read the decision and its reason', async () => {
    expect((await readOwn()).body).toEqual({
      decisionId,
      kind: 'remove',
      reasonCode: 'spam',
      note: 'Bought words.',
      decidedAt: expect.any(String),
      appeal: null,
    })
  })

  test('alone can read it: for everyone else the submission is missing', async () => {
    const neverThere = await readOwn(newMember(), '00000000')
    for (const viewer of [newMember(), judge, remover]) {
      const response = await readOwn(viewer)
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({
        error: { ...Object(neverThere.body).error, requestId: expect.any(String) },
      })
    }
    expect((await readOwn(null)).status).toBe(401)
    expect((await readOwn(author, 'short')).status).toBe(400)
    const standing = await propose(site, { author })
    expect((await readOwn(author, standing)).status).toBe(404)
  })

  test('reads the decision that removed it, not a later one', async () => {
    await site.moderation.call(
      superBoostSubmission,
      { params: { id }, body: { boostValue: 3 } },
      { viewer: judge },
    )
    await remove(site, id, judge)
    expect((await readOwn()).body.decisionId).toBe(decisionId)
  })

  test('may appeal once: 201, then 409', async () => {
    const response = await appeal(' It is\r\ntrue. ')
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      decisionId,
      appeal: { text: 'It is\ntrue.', state: 'open', settledAt: null, note: null },
    })
    expect(await appeal()).toMatchObject({
      status: 409,
      body: { error: { code: 'already_appealed' } },
    })
    expect((await readOwn()).body).toEqual(response.body)
  })

  test('may appeal again after another removal', async () => {
    await settle(overturnAppeal, await openAppeal())
    expect((await appeal()).status).toBe(404)
    const again = await remove(site, id, judge)
    expect((await readOwn()).body).toMatchObject({ decisionId: again.decisionId, appeal: null })
    expect((await appeal()).status).toBe(201)
  })

  test('may appeal in up to 1,000 characters; nobody else may appeal', async () => {
    expect((await appeal(' ')).status).toBe(400)
    expect((await appeal('x'.repeat(1_001))).status).toBe(400)
    expect((await appeal('x', newMember())).status).toBe(404)
    expect((await appeal('x', judge)).status).toBe(404)
    expect((await appeal('x', null)).status).toBe(401)
    expect((await appeal('x'.repeat(1_000))).status).toBe(201)
  })

  test('may not appeal while suspended: 403', async () => {
    await site.owner.auth.query('UPDATE users SET suspended_at = now() WHERE id = $1', [author.id])
    expect(await appeal()).toMatchObject({
      status: 403,
      body: { error: { code: 'account_suspended' } },
    })
  })
})

describe('an open appeal', () => {
  test('is listed in the queue and in Pending Review until it is settled', async () => {
    const before = await stats()
    await flag(site, await propose(site), 1)
    const appealId = await openAppeal()
    expect(await stats()).toMatchObject({
      pendingReview: before.pendingReview + 1,
      flaggedContent: before.flaggedContent + 1,
    })
    const entry = (await queue()).find((row) => row.id === id)
    expect(entry).toMatchObject({
      approved: false,
      appeal: { id: appealId, decisionId, text: 'It is true.', state: 'open' },
      decisions: [{ decisionId, kind: 'remove', moderator: { id: remover.id } }],
    })
    await settle(upholdAppeal, appealId)
    expect((await stats()).pendingReview).toBe(before.pendingReview)
    expect((await queue()).map((row) => row.id)).not.toContain(id)
  })

  test('upheld confirms the removal, sends the author the reason, and is a separate decision', async () => {
    const appealId = await openAppeal()
    const response = await settle(upholdAppeal, appealId)
    expect(response.body.appeal).toMatchObject({ id: appealId, state: 'upheld' })
    expect((await readOwn()).body).toMatchObject({
      decisionId,
      appeal: { state: 'upheld', reasonCode: 'other', note: 'We looked again.' },
    })
    const { decisions, approved, appeals } = await review()
    expect(approved).toBe(false)
    expect(appeals).toHaveLength(1)
    expect(decisions.map(({ kind }) => kind)).toEqual(['uphold', 'remove'])
    expect(decisions[0]?.before).toEqual(decisions[0]?.after)
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body[0]).toMatchObject({ kind: 'uphold', onAppeal: true, reasonCode: 'other' })
  })

  test('overturned is a new decision that restores the submission', async () => {
    const appealId = await openAppeal()
    const response = await settle(overturnAppeal, appealId)
    expect(response.body.appeal).toMatchObject({ state: 'overturned' })
    const standing = await site.catalog.call(readSubmission, { params: { id } })
    expect(standing.body.approved).toBe(true)
    const { decisions } = await review()
    expect(decisions.map(({ kind }) => kind)).toEqual(['approve', 'remove'])
    expect(decisions[0]?.decisionId).toBe(response.body.decisionId)
    expect((await readOwn()).status).toBe(404)
  })

  test('is granted by any approval of the submission', async () => {
    const appealId = await openAppeal()
    await site.moderation.call(approveSubmission, { params: { id } }, { viewer: judge })
    expect((await review()).appeals).toMatchObject([{ id: appealId, state: 'overturned' }])
    expect(await settle(upholdAppeal, appealId)).toMatchObject({
      status: 409,
      body: { error: { code: 'appeal_settled' } },
    })
  })

  test('is decided by another administrator if there is one', async () => {
    const appealId = await openAppeal()
    for (const route of [upholdAppeal, overturnAppeal]) {
      expect(await settle(route, appealId, { viewer: remover })).toMatchObject({
        status: 403,
        body: { error: { code: 'other_admin_needed' } },
      })
    }
    expect(await approve(remover)).toMatchObject({
      status: 403,
      body: { error: { code: 'other_admin_needed' } },
    })
    expect((await review()).appeals).toMatchObject([{ id: appealId, state: 'open' }])
    await suspendAccount(judge)
    expect((await settle(overturnAppeal, appealId, { viewer: remover })).status).toBe(200)
  })

  test('is not granted by the remover unless there is no other administrator', async () => {
    await openAppeal()
    expect((await approve(remover)).status).toBe(403)
    await suspendAccount(judge)
    expect((await approve(remover)).status).toBe(200)
  })

  test('of an administrator is never decided by its author, and by the remover only if there is no other administrator', async () => {
    author = await addPerson(site, 'admin')
    id = await propose(site, { author })
    await remove(site, id, remover)
    const appealId = await openAppeal()
    const own = await settle(overturnAppeal, appealId, { viewer: author })
    expect(own).toMatchObject({
      status: 403,
      body: {
        error: { message: 'This is your appeal. Another administrator has to decide on it.' },
      },
    })
    expect((await approve(author)).status).toBe(403)
    await suspendAccount(judge)
    expect((await settle(upholdAppeal, appealId, { viewer: remover })).status).toBe(200)
  })

  test('is settled once, even by simultaneous decisions', async () => {
    const appealId = await openAppeal()
    const third = await addPerson(site, 'admin')
    const responses = await Promise.all([
      settle(upholdAppeal, appealId),
      settle(overturnAppeal, appealId, { viewer: third }),
      settle(upholdAppeal, appealId, { viewer: third }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await review()).decisions).toHaveLength(2)
  })

  test('settled again under the same Idempotency-Key returns the same response', async () => {
    const appealId = await openAppeal()
    const headers = newKey()
    const first = await settle(overturnAppeal, appealId, { headers })
    const second = await settle(overturnAppeal, appealId, { headers })
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect((await settle(upholdAppeal, appealId, { headers })).body).toMatchObject({
      error: { code: 'idempotency_mismatch' },
    })
  })

  test('that does not exist is 404; visitors and members may not decide', async () => {
    for (const route of [upholdAppeal, overturnAppeal]) {
      expect(await settle(route, randomUUID())).toMatchObject({
        status: 404,
        body: { error: { code: 'appeal_not_found' } },
      })
      expect((await settle(route, 'x')).status).toBe(400)
      expect((await settle(route, randomUUID(), { viewer: author })).status).toBe(403)
    }
  })
})
