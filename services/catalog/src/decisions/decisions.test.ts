import { randomUUID } from 'node:crypto'
import { postComment } from '@answerable/contracts/comments'
import { flagsClosed } from '@answerable/contracts/events'
import { flagSubmission } from '@answerable/contracts/flags'
import { editSubmission } from '@answerable/contracts/submission-versions'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  decide,
  findDrift,
  propose,
  recordChanges,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const approve = { kind: 'approve' } as const
const flag = (id: string, viewer = newMember()) =>
  service.call(flagSubmission, { params: { id }, body: { reason: 'Not true.' } }, { viewer })
const vote = (id: string) =>
  service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: newMember() })
const totalCount = async () =>
  Number((await service.call(listSubmissions, {})).headers.get('x-total-count'))

test('approving closes the open flags, and the same user still cannot flag again', async () => {
  const { id } = await propose(service)
  const viewer = newMember()
  await flag(id, viewer)
  await flag(id)
  const decisionId = randomUUID()
  const { body } = await decide(service, id, { action: approve, decisionId })
  expect(body.before).toMatchObject({ flagged: true, approved: true, version: 3 })
  expect(body.after).toMatchObject({ flagged: false, approved: true, version: 4 })
  const { rows } = await service.db.query('SELECT closed_by FROM flags WHERE submission_id = $1', [
    id,
  ])
  expect(rows).toEqual([{ closed_by: decisionId }, { closed_by: decisionId }])
  expect((await flag(id, viewer)).status).toBe(409)
})

test('removing hides it from everyone and the total; approving brings all of it back', async () => {
  const { id } = await propose(service)
  await vote(id)
  await service.call(
    postComment,
    { params: { id }, body: { content: 'Here.' } },
    { viewer: newMember() },
  )
  const before = await totalCount()
  const { body } = await remove(service, id)
  expect(body.after).toMatchObject({ approved: false, score: 1 })
  expect(await totalCount()).toBe(before - 1)
  expect((await service.call(readSubmission, { params: { id } })).status).toBe(404)
  await decide(service, id, { action: approve })
  expect(await totalCount()).toBe(before)
  const again = await service.call(readSubmission, { params: { id } })
  expect(again.body).toMatchObject({ score: 1, commentCount: 1, approved: true })
  expect(await findDrift(service.db)).toEqual([])
})

test('removing twice counts once', async () => {
  const { id } = await propose(service)
  const before = await totalCount()
  await Promise.all([remove(service, id), remove(service, id)])
  expect(await totalCount()).toBe(before - 1)
})

test('a boost changes the rank and never the score; 0 removes it', async () => {
  const [boosted, other] = [await propose(service), await propose(service)]
  await vote(other.id)
  const boost = (boostValue: number) =>
    decide(service, boosted.id, { action: { kind: 'super-boost', boostValue } })
  expect((await boost(500)).body.after).toMatchObject({ superBoost: 500, score: 0 })
  const first = async () =>
    (await service.call(listSubmissions, { query: { sort: 'top', limit: '1' } })).body[0]?.id
  expect(await first()).toBe(boosted.id)
  expect((await boost(0)).body).toMatchObject({
    before: { superBoost: 500 },
    after: { superBoost: 0 },
  })
  expect(await first()).not.toBe(boosted.id)
})

test('a repeated decision returns the first result and changes nothing', async () => {
  const { id } = await propose(service)
  const decision = {
    action: { kind: 'super-boost', boostValue: 7 } as const,
    decisionId: randomUUID(),
  }
  const responses = await Promise.all([1, 2, 3].map(() => decide(service, id, decision)))
  await decide(service, id, { action: { kind: 'super-boost', boostValue: 8 } })
  responses.push(await decide(service, id, decision))
  for (const response of responses) expect(response.body).toEqual(responses[0]?.body)
  const now = await service.call(readSubmission, { params: { id } })
  expect(now.body).toMatchObject({ superBoost: 8, version: 3 })
})

test('a decision made for another submission is no repeat: 409', async () => {
  const [one, other] = [await propose(service), await propose(service)]
  const decision = { action: approve, decisionId: randomUUID() }
  await decide(service, one.id, decision)
  expect((await decide(service, other.id, decision)).status).toBe(409)
})

test('later votes do not conflict with the expected version, a decision does: 409', async () => {
  const { id, version } = await propose(service)
  await vote(id)
  const first = await decide(service, id, { action: approve, expectedVersion: version })
  expect(first.status).toBe(200)
  const late = await decide(service, id, { action: { kind: 'remove' }, expectedVersion: version })
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'decision_conflict' } } })
  const informed = await decide(service, id, {
    action: { kind: 'remove' },
    expectedVersion: first.body.after.version,
  })
  expect(informed.status).toBe(200)
})

test('a text that was changed since it was read is not approved, but can be removed', async () => {
  const author = newMember()
  const { id, version: expectedVersion } = await propose(service, { author })
  await flag(id)
  const body = { reasons: 'Something much worse.' }
  await service.call(editSubmission, { params: { id }, body }, { viewer: author })
  const refused = await decide(service, id, { action: approve, expectedVersion })
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'submission_changed' } } })
  expect((await service.call(readSubmission, { params: { id } })).body.flagged).toBe(true)
  const removal = { action: { kind: 'remove' }, expectedVersion } as const
  expect((await decide(service, id, removal)).status).toBe(200)
})

test('a decision publishes that pages must reload', async () => {
  const { id } = await propose(service)
  const changes = await recordChanges(service)
  await remove(service, id)
  await until(() => {
    expect(changes).toContainEqual(
      expect.objectContaining({ submissionId: id, approved: false, cause: 'decision' }),
    )
  })
})

test('nobody can comment in a locked discussion; its comments stay, and unlocking opens it again', async () => {
  const { id } = await propose(service)
  const params = { id }
  const comment = (content: string) =>
    service.call(postComment, { params, body: { content } }, { viewer: newMember() })
  await comment('Before.')
  const locked = await decide(service, id, { action: { kind: 'lock-discussion' } })
  expect(locked.body).toMatchObject({
    before: { discussionLocked: false },
    after: { discussionLocked: true, approved: true, commentCount: 1 },
  })
  expect(await comment('During.')).toMatchObject({
    status: 409,
    body: { error: { code: 'discussion_locked' } },
  })
  const read = await service.call(readSubmission, { params })
  expect(read.body).toMatchObject({ discussionLocked: true, commentCount: 1 })
  await decide(service, id, { action: { kind: 'unlock-discussion' } })
  expect((await comment('After.')).status).toBe(201)
})

test('whoever flagged is told the outcome once, and again if an approval reverses it', async () => {
  const outcomes: unknown[] = []
  await service.bus.subscribe(flagsClosed, { everyInstanceOf: 'test' }, async ({ payload }) => {
    outcomes.push(payload)
  })
  const { id } = await propose(service)
  const reporters = [newMember(), newMember()]
  for (const reporter of reporters) await flag(id, reporter)
  const of = { subject: { kind: 'submission', id, submissionId: id } }
  const [first, , third] = [randomUUID(), randomUUID(), randomUUID()]
  await decide(service, id, { action: { kind: 'remove' }, decisionId: first })
  await remove(service, id)
  await decide(service, id, { action: approve, decisionId: third })
  await decide(service, id, { action: approve })
  const last = await propose(service)
  await flag(last.id, reporters[0])
  await remove(service, last.id)
  await until(() => expect(outcomes.at(-1)).toMatchObject({ subject: { id: last.id } }))
  const reporterIds = expect.toSatisfy(
    (ids: string[]) =>
      ids.toSorted().join() ===
      reporters
        .map((one) => one.id)
        .sort()
        .join(),
  )
  expect(outcomes.slice(0, -1)).toEqual([
    { ...of, reporterIds, outcome: 'removed', decisionId: first },
    { ...of, reporterIds, outcome: 'approved', decisionId: third },
  ])
})

test('an unknown submission is 404, an action out of bounds 400, another caller 401', async () => {
  const { id } = await propose(service)
  expect((await remove(service, '00000000')).body).toMatchObject({
    error: { code: 'submission_not_found' },
  })
  for (const boostValue of [1_000_001, -1_000_001, 0.5]) {
    const response = await decide(service, id, { action: { kind: 'super-boost', boostValue } })
    expect(response.status).toBe(400)
  }
  const body = JSON.stringify({ decisionId: randomUUID(), submissionId: id, action: approve })
  const asAdmin = await service.send(
    { method: 'POST', path: '/internal/decisions', body },
    { viewer: { ...newMember(), role: 'admin' } },
  )
  expect(asAdmin).toMatchObject({ status: 401, body: { error: { code: 'passport_refused' } } })
})
