import {
  approveSubmission,
  releaseVotes,
  removeSubmission,
  superBoostSubmission,
} from '@answerable/contracts/decisions'
import { pathOf } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repeatWhileBusy } from '../tools/repeat-while-busy.ts'
import { type Calls, callsOf } from './calls.ts'
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
let admin: Viewer
let otherAdmin: Viewer
let calls: Calls

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  otherAdmin = await addPerson(site, 'admin')
  calls = callsOf(site, admin)
})
afterAll(() => site.stop())

describe('two administrators', () => {
  test('an author with the role cannot restore what another has removed, or release votes on it', async () => {
    const own = await propose(site, { author: admin })
    await remove(site, own, otherAdmin)
    const params = { id: own }
    const inFavour = (viewer: Viewer) => [
      () => site.moderation.call(approveSubmission, { params }, { viewer }),
      () => site.moderation.call(releaseVotes, { params }, { viewer }),
    ]
    const message = 'This is your submission. Another administrator has to decide on it.'
    for (const decide of inFavour(admin)) {
      const refusal = { status: 403, body: { error: { code: 'other_admin_needed', message } } }
      expect(await decide()).toMatchObject(refusal)
    }
    for (const decide of inFavour(otherAdmin)) expect((await decide()).status).toBe(200)
    const setSuspended = (at: Date | null) =>
      site.owner.auth.query('UPDATE users SET suspended_at = $2 WHERE id = $1', [otherAdmin.id, at])
    await remove(site, own, otherAdmin)
    await setSuspended(new Date())
    for (const decide of inFavour(admin)) expect((await decide()).status).toBe(200)
    await setSuspended(null)
  })

  test('an author with the role may boost, remove and approve an own submission that no other has removed', async () => {
    const own = await propose(site, { author: admin })
    await remove(site, own, admin)
    const params = { id: own }
    const boost = { params, body: { boostValue: 5 } }
    const asAuthor = { viewer: admin }
    expect((await site.moderation.call(approveSubmission, { params }, asAuthor)).status).toBe(200)
    expect((await site.moderation.call(superBoostSubmission, boost, asAuthor)).status).toBe(200)
  })

  test('never overwrite each other: the second receives the first decision', async () => {
    const id = await propose(site)
    await flag(site, id)
    const { version } = await calls.review(id)
    const first = await calls.removeIt(id, { expectedVersion: version })
    const second = await calls.approve(id, { expectedVersion: version }, { viewer: otherAdmin })
    expect(second).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'decision_conflict',
          message: expect.stringMatching(
            /^An administrator already removed this submission \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)\.$/,
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
    expect((await calls.read(id)).status).toBe(404)
    expect((await calls.review(id)).decisions).toHaveLength(1)
    const informed = await calls.approve(
      id,
      { expectedVersion: first.body.submission.version },
      { viewer: otherAdmin },
    )
    expect(informed.status).toBe(200)
  })

  test('at the same moment: one decides, all others get a conflict, and the log has one row', async () => {
    const id = await propose(site)
    const { version } = await calls.review(id)
    const reason = { expectedVersion: version }
    const responses = await Promise.all([
      calls.removeIt(id, reason),
      calls.approve(id, reason, { viewer: otherAdmin }),
      calls.removeIt(id, reason, { viewer: otherAdmin }),
      calls.approve(id, reason),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await calls.review(id)).decisions).toHaveLength(1)
  })

  test('are not blocked by later votes', async () => {
    const id = await propose(site)
    const { version } = await calls.review(id)
    const body = { value: 1 as const }
    await site.catalog.call(castVote, { params: { id }, body }, { viewer: newMember() })
    expect((await calls.removeIt(id, { expectedVersion: version })).status).toBe(200)
  })

  test('without an expected version decide one after the other, and both decisions are logged', async () => {
    const id = await propose(site)
    const responses = await Promise.all([
      calls.removeIt(id),
      calls.boost(id, 5, { viewer: otherAdmin }),
      calls.removeIt(id, undefined, { viewer: otherAdmin }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await calls.review(id)).decisions).toHaveLength(3)
  })
})

describe('an Idempotency-Key', () => {
  test('is optional', async () => {
    const id = await propose(site)
    // `call` would add one.
    const path = pathOf(removeSubmission, { params: { id } })
    const remove = () => site.moderation.send({ method: 'POST', path }, { viewer: admin })
    expect((await repeatWhileBusy(remove)).status).toBe(200)
    const [decision] = (await calls.review(id)).decisions
    expect(decision?.decisionId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('makes a repeat return the first response, with one row in the log', async () => {
    const id = await propose(site)
    const headers = newKey()
    const boost = () => calls.boost(id, 4, { headers })
    const responses = await Promise.all([1, 2, 3].map(boost))
    expect(responses[0]?.status).toBe(200)
    await calls.boost(id, 9)
    responses.push(await boost())
    for (const { body } of responses) expect(body).toEqual(responses[0]?.body)
    expect(responses[0]?.body.decisionId).toBe(headers['idempotency-key'])
    expect((await calls.read(id)).body.superBoost).toBe(9)
    expect((await calls.review(id)).decisions).toHaveLength(2)
  })

  test('reused for another target or by another person is refused: 422; an invalid UUID: 400', async () => {
    const [id, otherId] = [await propose(site), await propose(site)]
    const headers = newKey()
    await calls.boost(id, 4, { headers })
    for (const response of [
      await calls.boost(id, 5, { headers }),
      await calls.boost(otherId, 4, { headers }),
      await calls.boost(id, 4, { headers, viewer: otherAdmin }),
      await calls.removeIt(id, undefined, { headers }),
    ]) {
      expect(response).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency_mismatch' } },
      })
    }
    const wrong = await calls.boost(id, 5, { headers: { 'idempotency-key': 'once' } })
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { fields: { 'Idempotency-Key': expect.any(String) } } },
    })
  })
})
