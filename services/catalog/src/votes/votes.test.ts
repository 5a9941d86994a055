import { submissionChanged } from '@answerable/contracts/events'
import { readSubmission } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
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

const vote = (id: string, value: 1 | -1, viewer = newMember()) =>
  service.call(castVote, { params: { id }, body: { value } }, { viewer })
const withdraw = (id: string, viewer = newMember()) =>
  service.call(withdrawVote, { params: { id } }, { viewer })

test('a vote returns the submission with the new score, the own vote and a higher version', async () => {
  const { id } = await propose(service)
  const response = await vote(id, 1)
  expect(response.status).toBe(200)
  expect(response.body).toMatchObject({ id, score: 1, userVote: 1, version: 2 })
  expect((await vote(id, -1)).body).toMatchObject({ score: 0, userVote: -1, version: 3 })
})

test('the events of several commits are one message', async () => {
  const { id } = await propose(service)
  const received: number[][] = []
  await service.bus.subscribe(submissionChanged, { everyInstanceOf: 'test' }, async (event) => {
    const own = event.payload.changes.filter(({ submissionId }) => submissionId === id)
    if (own.length > 0) received.push(own.map(({ version }) => version))
  })
  await vote(id, 1)
  await until(() => expect(received.flat()).toContain(2))
  await service.db.query(
    `INSERT INTO outbox (subject, payload)
     SELECT $1, jsonb_build_object('changes', jsonb_build_array(
       submission_changed(submissions, 'numbers') || jsonb_build_object('version', later.number)))
     FROM submissions, generate_series(101, 102) AS later (number) WHERE id = $2`,
    [submissionChanged.subject, id],
  )
  await until(() => expect(received.at(-1)).toEqual([101, 102]))
})

test('a repeated vote changes nothing', async () => {
  const { id } = await propose(service)
  const voter = newMember()
  const first = await vote(id, 1, voter)
  expect((await vote(id, 1, voter)).body).toEqual(first.body)
})

test('the opposite vote replaces the first, and a withdrawal removes it', async () => {
  const { id } = await propose(service)
  const voter = newMember()
  await vote(id, 1, voter)
  expect((await vote(id, -1, voter)).body).toMatchObject({ score: -1, userVote: -1 })
  expect((await withdraw(id, voter)).body).toMatchObject({ score: 0, userVote: null, version: 4 })
  expect((await withdraw(id, voter)).body).toMatchObject({ score: 0, userVote: null, version: 4 })
  expect(
    (await service.db.query('SELECT FROM votes WHERE submission_id = $1', [id])).rowCount,
  ).toBe(0)
})

test('every reader sees a vote immediately, and only the voter sees their own vote', async () => {
  const { id } = await propose(service)
  const voter = newMember()
  await vote(id, 1, voter)
  const read = (viewer: typeof voter | null) =>
    service.call(readSubmission, { params: { id } }, { viewer })
  expect((await read(voter)).body).toMatchObject({ score: 1, userVote: 1 })
  expect((await read(null)).body).toMatchObject({ score: 1, userVote: null })
})

test('a vote publishes the whole new state', async () => {
  const { id } = await propose(service)
  const changes = await recordChanges(service)
  await vote(id, 1)
  await until(() => {
    expect(changes).toContainEqual({
      submissionId: id,
      version: 2,
      score: 1,
      commentCount: 0,
      participantCount: 0,
      status: 'proposed',
      approved: true,
      cause: 'numbers',
    })
  })
})

test('signed out is 401, an unknown or removed submission 404, another value 400', async () => {
  const { id } = await propose(service)
  for (const method of ['POST', 'DELETE']) {
    const signedOut = await service.send({ method, path: `/api/boycotts/${id}/vote` })
    expect(signedOut).toMatchObject({ status: 401, body: { error: { code: 'signed_out' } } })
  }
  for (const value of [0, 2, '1', null, true]) {
    const response = await service.send(
      { method: 'POST', path: `/api/boycotts/${id}/vote`, body: JSON.stringify({ value }) },
      { viewer: newMember() },
    )
    expect(response.status).toBe(400)
  }
  expect((await vote('00000000', 1)).body).toMatchObject({
    error: { code: 'submission_not_found' },
  })
  expect((await withdraw('00000000')).status).toBe(404)
  await remove(service, id)
  expect((await vote(id, 1)).status).toBe(404)
  expect((await withdraw(id)).status).toBe(404)
})

test('many concurrent changes by one voter end with one counted vote', async () => {
  const { id } = await propose(service)
  const voter = newMember()
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      i % 3 === 2 ? withdraw(id, voter) : vote(id, i % 3 === 0 ? 1 : -1, voter),
    ),
  )
  expect(responses.every((response) => response.status === 200)).toBe(true)
  const last = await service.call(readSubmission, { params: { id } }, { viewer: voter })
  expect(last.body.score).toBe(last.body.userVote ?? 0)
  expect(await findDrift(service.db)).toEqual([])
})
