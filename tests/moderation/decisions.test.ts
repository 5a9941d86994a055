import { randomUUID } from 'node:crypto'
import { listComments } from '@answerable/contracts/comments'
import {
  applyDecision,
  approveSubmission,
  removeSubmission,
  superBoostSubmission,
} from '@answerable/contracts/decisions'
import { flagSubmission } from '@answerable/contracts/flags'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { reviewSubmission } from '@answerable/contracts/review'
import type { Viewer } from '@answerable/contracts/sessions'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  addPerson,
  flag,
  type ModerationSite,
  newKey,
  propose,
  remove,
  startModerationSite,
  unknownId,
} from './site.ts'

let site: ModerationSite
let admin: Viewer
let otherAdmin: Viewer

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  otherAdmin = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

type Options = { viewer?: Viewer; headers?: Record<string, string> }
const approve = (id: string, body?: object, { viewer = admin, headers = {} }: Options = {}) =>
  site.moderation.call(approveSubmission, { params: { id }, ...bodyOf(body) }, { viewer, headers })
const removeIt = (id: string, body?: object, { viewer = admin, headers = {} }: Options = {}) =>
  site.moderation.call(removeSubmission, { params: { id }, ...bodyOf(body) }, { viewer, headers })
const boost = (id: string, boostValue: number, { viewer = admin, headers = {} }: Options = {}) =>
  site.moderation.call(
    superBoostSubmission,
    { params: { id }, body: { boostValue } },
    { viewer, headers },
  )
const bodyOf = (body: object | undefined) => (body === undefined ? {} : { body })

const review = async (id: string) =>
  (await site.moderation.call(reviewSubmission, { params: { id } }, { viewer: admin })).body
const read = (id: string, viewer: Viewer | null = null) =>
  site.catalog.call(readSubmission, { params: { id } }, { viewer })
const publicLog = async () => (await site.moderation.call(readModerationLog, {})).body

describe('a decision is in effect when its answer arrives:', () => {
  test('removing, without any body, takes the submission out of the feed and of every call but two', async () => {
    const author = newMember()
    const id = await propose(site, { author })
    const answer = await removeIt(id)
    expect(answer.status).toBe(200)
    expect(answer.body.submission).toMatchObject({ id, approved: false })
    const feed = await site.catalog.call(listSubmissions, { query: { limit: '50' } })
    expect(feed.body.map((row) => row.id)).not.toContain(id)
    const params = { id }
    for (const viewer of [null, newMember()]) {
      expect((await read(id, viewer)).status).toBe(404)
      expect((await site.catalog.call(listComments, { params }, { viewer })).status).toBe(404)
    }
    const viewer = newMember()
    const vote = await site.catalog.call(castVote, { params, body: { value: 1 } }, { viewer })
    const body = { reason: 'x' }
    const flagged = await site.catalog.call(flagSubmission, { params, body }, { viewer })
    expect([vote.status, flagged.status]).toEqual([404, 404])
    for (const one of [author, admin]) {
      expect((await read(id, one)).body).toMatchObject({ id, approved: false })
      const comments = await site.catalog.call(listComments, { params }, { viewer: one })
      expect(comments.status).toBe(200)
    }
  })

  test('approving clears the flags and makes public again', async () => {
    const id = await propose(site)
    await flag(site, id, 2)
    await removeIt(id)
    const answer = await approve(id)
    expect(answer.body.submission).toMatchObject({ approved: true, flagged: false, flagCount: 0 })
    expect((await read(id)).body).toMatchObject({ approved: true, flagged: false })
  })

  test('a boost ranks and does not change the score; 0 takes it back', async () => {
    const id = await propose(site)
    expect((await boost(id, 900_000)).body.submission).toMatchObject({
      score: 0,
      superBoost: 900_000,
    })
    const top = await site.catalog.call(listSubmissions, { query: { sort: 'top' } })
    expect(top.body[0]).toMatchObject({ id, superBoost: 900_000, score: 0 })
    expect((await boost(id, 0)).body.submission).toMatchObject({ superBoost: 0 })
  })
})

describe('a decision is recorded', () => {
  test('with who, what, when, why, before and after', async () => {
    const id = await propose(site)
    await flag(site, id, 2)
    const body = { reasonCode: 'harassment', note: '  Names a child.\r\n' }
    const { decisionId } = (await removeIt(id, body)).body
    const { decisions } = await review(id)
    expect(decisions).toEqual([
      {
        decisionId,
        kind: 'remove',
        boostValue: null,
        reasonCode: 'harassment',
        note: 'Names a child.',
        moderator: { id: admin.id, username: admin.username },
        decidedAt: expect.any(String),
        before: { approved: true, superBoost: 0, flagCount: 2, score: 0, version: 3 },
        after: { approved: false, superBoost: 0, flagCount: 2, score: 0, version: 4 },
      },
    ])
    expect(Date.now() - Date.parse(decisions[0]?.decidedAt ?? '')).toBeLessThan(60_000)
  })

  test('for everyone, without person, text or submission', async () => {
    const author = newMember()
    const id = await propose(site, { author })
    await site.owner.catalog.query(`UPDATE submissions SET category = 'fashion' WHERE id = $1`, [
      id,
    ])
    const { decisionId } = await remove(site, id, admin)
    await boost(id, -7)
    const [boosted, removed] = await publicLog()
    expect(removed).toEqual({
      position: expect.any(Number),
      decisionId,
      kind: 'remove',
      boostValue: null,
      category: 'fashion',
      reasonCode: 'spam',
      moderator: 'administrator',
      onAppeal: false,
      decidedAt: expect.any(String),
      payloadHash: expect.any(String),
      hash: expect.any(String),
    })
    expect(boosted).toMatchObject({ kind: 'super-boost', boostValue: -7, reasonCode: null })
    const text = JSON.stringify(await publicLog())
    for (const secret of [id, admin.id, admin.username, author.id, 'Bought words', 'anvils']) {
      expect(text).not.toContain(secret)
    }
  })

  test('page by page, newest first, with the total and the neighbours', async () => {
    const id = await propose(site)
    for (const value of [1, 2, 3]) await boost(id, value)
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

describe('two administrators', () => {
  test('never overwrite each other: the second is told what the first decided', async () => {
    const id = await propose(site)
    await flag(site, id)
    const { version } = await review(id)
    const first = await removeIt(id, { expectedVersion: version })
    const second = await approve(id, { expectedVersion: version }, { viewer: otherAdmin })
    expect(second).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'decision_conflict',
          message: expect.stringMatching(
            /^Meanwhile an administrator removed this submission \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)\.$/,
          ),
          fields: {
            decidedBy: 'administrator',
            decision: 'remove',
            decidedAt: expect.any(String),
            decisionId: first.body.decisionId,
          },
        },
      },
    })
    expect((await read(id)).status).toBe(404)
    expect((await review(id)).decisions).toHaveLength(1)
    const informed = await approve(
      id,
      { expectedVersion: first.body.submission.version },
      { viewer: otherAdmin },
    )
    expect(informed.status).toBe(200)
  })

  test('at the same moment: one decides, all others conflict, and the log has one row', async () => {
    const id = await propose(site)
    const { version } = await review(id)
    const answers = await Promise.all([
      removeIt(id, { expectedVersion: version }),
      approve(id, { expectedVersion: version }, { viewer: otherAdmin }),
      removeIt(id, { expectedVersion: version }, { viewer: otherAdmin }),
      approve(id, { expectedVersion: version }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await review(id)).decisions).toHaveLength(1)
  })

  test('votes since do not stand in the way', async () => {
    const id = await propose(site)
    const { version } = await review(id)
    const body = { value: 1 as const }
    await site.catalog.call(castVote, { params: { id }, body }, { viewer: newMember() })
    expect((await removeIt(id, { expectedVersion: version })).status).toBe(200)
  })

  test('without expecting a version simply decide, one after the other, and both are logged', async () => {
    const id = await propose(site)
    const answers = await Promise.all([
      removeIt(id),
      boost(id, 5, { viewer: otherAdmin }),
      removeIt(id, undefined, { viewer: otherAdmin }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await review(id)).decisions).toHaveLength(3)
  })
})

describe('an Idempotency-Key', () => {
  test('makes a repeat answer what the first call did, in one row of the log', async () => {
    const id = await propose(site)
    const headers = newKey()
    const answers = await Promise.all([1, 2, 3].map(() => boost(id, 4, { headers })))
    await boost(id, 9)
    answers.push(await boost(id, 4, { headers }))
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(answers[0]?.body.decisionId).toBe(headers['idempotency-key'])
    expect((await read(id)).body.superBoost).toBe(9)
    expect((await review(id)).decisions).toHaveLength(2)
  })

  test('of something or somebody else is refused: 422; one that is no UUID: 400', async () => {
    const [id, otherId] = [await propose(site), await propose(site)]
    const headers = newKey()
    await boost(id, 4, { headers })
    for (const answer of [
      await boost(id, 5, { headers }),
      await boost(otherId, 4, { headers }),
      await boost(id, 4, { headers, viewer: otherAdmin }),
      await removeIt(id, undefined, { headers }),
    ]) {
      expect(answer).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency_mismatch' } },
      })
    }
    const wrong = await boost(id, 5, { headers: { 'idempotency-key': 'once' } })
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { fields: { 'Idempotency-Key': expect.any(String) } } },
    })
  })
})

describe('what is left between intent and log', () => {
  const awaitKinds = (id: string, kinds: string[]) =>
    vi.waitFor(
      async () => {
        expect((await review(id)).decisions.map(({ kind }) => kind)).toEqual(kinds)
      },
      { timeout: 12_000, interval: 50 },
    )

  test('because the catalog was away is finished when it is back; the administrator is told', async () => {
    const id = await propose(site)
    await site.roadToCatalog.cut()
    try {
      expect(await removeIt(id)).toMatchObject({
        status: 503,
        body: {
          error: {
            code: 'unavailable',
            message: 'Your decision is kept and will take effect as soon as the site can apply it.',
          },
        },
      })
    } finally {
      await site.roadToCatalog.mend()
    }
    await awaitKinds(id, ['remove'])
    expect((await read(id)).status).toBe(404)
  })

  /** As a crash leaves it that comes after the intent was kept. */
  const leaveIntent = async (
    intent: { id: string; kind: 'approve' | 'remove'; submissionId: string },
    secondsAgo = 5,
  ) => {
    await site.owner.moderation.query(
      `INSERT INTO decisions (id, kind, submission_id, admin_id, admin_username, request_id, created_at)
       VALUES ($1, $2, $3, $4, $5, 'test', now() - $6 * interval '1 second')`,
      [intent.id, intent.kind, intent.submissionId, admin.id, admin.username, secondsAgo],
    )
  }

  test('by a crash after the catalog had applied it is logged as it was applied, once', async () => {
    const submissionId = await propose(site)
    const decisionId = randomUUID()
    const body = { decisionId, submissionId, action: { kind: 'remove' } } as const
    const applied = await site.catalog.call(applyDecision, { body }, { issuer: 'moderation' })
    await leaveIntent({ id: decisionId, kind: 'remove', submissionId })
    await awaitKinds(submissionId, ['remove'])
    const after = await review(submissionId)
    expect(after.version).toBe(applied.body.after.version)
    expect(after.decisions[0]?.after.version).toBe(applied.body.after.version)
  })

  test('never overtakes what was decided later', async () => {
    const submissionId = await propose(site)
    await leaveIntent({ id: randomUUID(), kind: 'remove', submissionId }, 1)
    await approve(submissionId, undefined, { viewer: otherAdmin })
    expect((await read(submissionId)).body.approved).toBe(true)
    await awaitKinds(submissionId, ['approve', 'remove'])
  })

  test('of a submission that is not there is given up', async () => {
    const id = randomUUID()
    await leaveIntent({ id, kind: 'remove', submissionId: unknownId })
    await vi.waitFor(
      async () => {
        const { rows } = await site.owner.moderation.query(
          'SELECT state FROM decisions WHERE id = $1',
          [id],
        )
        expect(rows).toEqual([{ state: 'refused' }])
      },
      { timeout: 12_000, interval: 50 },
    )
  })
})

describe('every decision', () => {
  const calls = [
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

  test.each(calls)(
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

  test('about a boost needs a whole number within its bounds', async () => {
    const id = await propose(site)
    for (const boostValue of [1_000_001, -1_000_001, 0.5, '5', null, undefined]) {
      expect((await send('super-boost', { boostValue }, admin, id)).status).toBe(400)
    }
    expect((await send('super-boost', undefined, admin, id)).status).toBe(415)
    for (const boostValue of [1_000_000, -1_000_000])
      expect((await boost(id, boostValue)).status).toBe(200)
  })
})
