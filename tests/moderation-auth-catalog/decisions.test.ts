import { listComments } from '@answerable/contracts/comments'
import { lockDiscussion, renameSubmission, unlockDiscussion } from '@answerable/contracts/decisions'
import { flagSubmission } from '@answerable/contracts/flags'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import type { Viewer } from '@answerable/contracts/sessions'
import { listSubmissions } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Calls, callsOf } from './calls.ts'
import {
  addPerson,
  flag,
  type ModerationSite,
  propose,
  remove,
  startModerationSite,
  unknownId,
} from './site.ts'

let site: ModerationSite
let admin: Viewer
let calls: Calls

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  calls = callsOf(site, admin)
})
afterAll(() => site.stop())

describe('a decision is in effect when its response arrives:', () => {
  test('removing, even without a body, removes the submission from the feed and from every call except two', async () => {
    const author = newMember()
    const id = await propose(site, { author })
    const response = await calls.removeIt(id)
    expect(response.status).toBe(200)
    expect(response.body.submission).toMatchObject({ id, approved: false })
    const feed = await site.catalog.call(listSubmissions, { query: { limit: '50' } })
    expect(feed.body.map((row) => row.id)).not.toContain(id)
    const params = { id }
    for (const viewer of [null, newMember()]) {
      expect((await calls.read(id, viewer)).status).toBe(404)
      expect((await site.catalog.call(listComments, { params }, { viewer })).status).toBe(404)
    }
    const viewer = newMember()
    const vote = await site.catalog.call(castVote, { params, body: { value: 1 } }, { viewer })
    const body = { reason: 'x' }
    const flagged = await site.catalog.call(flagSubmission, { params, body }, { viewer })
    expect([vote.status, flagged.status]).toEqual([404, 404])
    for (const one of [author, admin]) {
      expect((await calls.read(id, one)).body).toMatchObject({ id, approved: false })
      const comments = await site.catalog.call(listComments, { params }, { viewer: one })
      expect(comments.status).toBe(200)
    }
  })

  test('approving clears the flags and makes the submission public again', async () => {
    const id = await propose(site)
    await flag(site, id, 2)
    await calls.removeIt(id)
    const response = await calls.approve(id)
    expect(response.body.submission).toMatchObject({ approved: true, flagged: false, flagCount: 0 })
    expect((await calls.read(id)).body).toMatchObject({ approved: true, flagged: false })
  })

  test('a boost changes the rank but not the score; 0 removes it', async () => {
    const id = await propose(site)
    expect((await calls.boost(id, 900_000)).body.submission).toMatchObject({
      score: 0,
      superBoost: 900_000,
    })
    const top = await site.catalog.call(listSubmissions, { query: { sort: 'top' } })
    expect(top.body[0]).toMatchObject({ id, superBoost: 900_000, score: 0 })
    expect((await calls.boost(id, 0)).body.submission).toMatchObject({ superBoost: 0 })
  })
})

test('an administrator locks and unlocks a discussion on the record, but not their own', async () => {
  const id = await propose(site)
  const decide = (route: typeof lockDiscussion | typeof unlockDiscussion, of = id) =>
    site.moderation.call(route, { params: { id: of } }, { viewer: admin })
  expect((await decide(lockDiscussion)).body.submission).toMatchObject({ discussionLocked: true })
  expect((await decide(unlockDiscussion)).body.submission.discussionLocked).toBe(false)
  const [unlocked, locked] = await calls.publicLog()
  expect([locked?.kind, unlocked?.kind]).toEqual(['lock-discussion', 'unlock-discussion'])
  await addPerson(site, 'admin')
  expect(await decide(lockDiscussion, await propose(site, { author: admin }))).toMatchObject({
    status: 403,
    body: { error: { code: 'other_admin_needed' } },
  })
})

test('an administrator changes the name of a target on the record, but not of their own boycott', async () => {
  const id = await propose(site)
  const rename = (of: string, key = crypto.randomUUID(), targetName = 'Trebuchet Works') =>
    site.moderation.call(
      renameSubmission,
      { params: { id: of }, body: { targetName, reasonCode: 'other' } },
      { viewer: admin, headers: { 'idempotency-key': key } },
    )
  const key = crypto.randomUUID()
  const first = await rename(id, key)
  expect(first.body.submission).toMatchObject({ id, targetName: 'Trebuchet Works' })
  expect((await rename(id, key)).body).toEqual(first.body)
  expect((await rename(id, key, 'Another name')).status).toBe(422)
  const [entry] = await calls.publicLog()
  expect(entry).toMatchObject({ kind: 'rename', reasonCode: 'other' })
  expect(JSON.stringify(entry)).not.toContain('Trebuchet')
  const own = await propose(site, { author: admin })
  expect((await rename(own)).body).toMatchObject({ error: { code: 'other_admin_needed' } })
})

describe('a decision is recorded', () => {
  test('with administrator, subject, time, reason, state before and after', async () => {
    const id = await propose(site)
    await flag(site, id, 2)
    const body = { reasonCode: 'harassment' as const, note: '  Names a child.\r\n' }
    const { decisionId } = (await calls.removeIt(id, body)).body
    const { decisions } = await calls.review(id)
    const state = {
      ...{ superBoost: 0, flagCount: 2, score: 0, heldVotes: 0, heldParticipations: 0 },
      ...{ discussionLocked: false, status: 'proposed' },
    }
    expect(decisions).toEqual([
      {
        decisionId,
        kind: 'remove',
        boostValue: null,
        voteCount: null,
        participationCount: null,
        otherId: null,
        reasonCode: 'harassment',
        note: 'Names a child.',
        moderator: { id: admin.id, username: admin.username },
        decidedAt: expect.any(String),
        before: { ...state, approved: true, version: 3 },
        after: { ...state, approved: false, version: 4 },
      },
    ])
    expect(Date.now() - Date.parse(decisions[0]?.decidedAt ?? '')).toBeLessThan(60_000)
  })

  test('publicly without person, text or submission', async () => {
    const author = newMember()
    const id = await propose(site, { author })
    await site.owner.catalog.query(`UPDATE submissions SET category = 'fashion' WHERE id = $1`, [
      id,
    ])
    const { decisionId } = await remove(site, id, admin)
    await calls.boost(id, -7)
    const [boosted, removed] = await calls.publicLog()
    expect(removed).toEqual({
      position: expect.any(Number),
      decisionId,
      kind: 'remove',
      boostValue: null,
      voteCount: null,
      participationCount: null,
      category: 'fashion',
      reasonCode: 'spam',
      moderator: 'administrator',
      onAppeal: false,
      decidedAt: expect.any(String),
      payloadHash: expect.any(String),
      hash: expect.any(String),
    })
    expect(boosted).toMatchObject({ kind: 'super-boost', boostValue: -7, reasonCode: null })
    const text = JSON.stringify(await calls.publicLog())
    for (const secret of [id, admin.id, admin.username, author.id, 'Bought words', 'anvils']) {
      expect(text).not.toContain(secret)
    }
  })

  test('in pages, newest first, with the total and links', async () => {
    const id = await propose(site)
    for (const value of [1, 2, 3]) await calls.boost(id, value)
    const page = (number: number) =>
      site.moderation.call(readModerationLog, { query: { page: String(number), limit: '2' } })
    const [first, second] = [await page(1), await page(2)]
    expect([...first.body, ...second.body].slice(0, 3).map((row) => row.boostValue)).toEqual([
      3, 2, 1,
    ])
    expect(Number(first.headers.get('x-total-count'))).toBe(first.body[0]?.position)
    expect(first.headers.get('link')).toContain('</api/moderation-log?page=2&limit=2>; rel="next"')
    expect((await page(99_999)).body).toEqual([])
    expect(
      (await site.moderation.send({ method: 'GET', path: '/api/moderation-log?page=0' })).status,
    ).toBe(400)
  })
})

describe('every decision', () => {
  const kinds = [
    ['approve', {}],
    ['remove', {}],
    ['super-boost', { boostValue: 1 }],
  ] as const
  const send = (name: string, body: unknown, viewer: Viewer | null = admin, id = unknownId) =>
    site.moderation.send(
      {
        method: 'POST',
        path: `/api/admin/submissions/${id}/${name}`,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      { viewer },
    )

  test.each(kinds)(
    'to %s refuses visitors, members, unknown submissions and bad input',
    async (name, body) => {
      expect((await send(name, body, null)).status).toBe(401)
      expect((await send(name, body, newMember())).status).toBe(403)
      expect(await send(name, body)).toMatchObject({
        status: 404,
        body: { error: { code: 'submission_not_found' } },
      })
      expect((await send(name, body, admin, 'short')).status).toBe(400)
      const bad = [
        { reasonCode: 'because' },
        { note: 'x'.repeat(1_001) },
        { note: 'a\u0000b' },
        { expectedVersion: 'x' },
        { approved: true },
      ]
      for (const wrong of bad) expect((await send(name, { ...body, ...wrong })).status).toBe(400)
    },
  )

  test('about a boost requires a whole number within its limits', async () => {
    const id = await propose(site)
    for (const boostValue of [1_000_001, -1_000_001, 0.5, '5', null, undefined]) {
      expect((await send('super-boost', { boostValue }, admin, id)).status).toBe(400)
    }
    expect((await send('super-boost', undefined, admin, id)).status).toBe(415)
    for (const boostValue of [1_000_000, -1_000_000])
      expect((await calls.boost(id, boostValue)).status).toBe(200)
  })
})
