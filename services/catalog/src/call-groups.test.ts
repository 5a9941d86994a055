import { randomUUID } from 'node:crypto'
import { callTogether, maxCallsInGroup } from '@answerable/contracts/grouped-calls'
import { joinBoycott } from '@answerable/contracts/participation'
import { pathOf, type Route } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import {
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import { newMember, testMasterKey } from '@answerable/service-kit/testing/service'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDrift, propose, remove, startCatalog, type TestCatalog } from './testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const gatewayKeys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()

type Call = ReturnType<typeof callAt>

/** A call with a service token, by default for this very call. */
const callAt = (
  path: string,
  viewer: Viewer | null,
  { method = 'GET', signedFor = path, body = undefined as string | undefined } = {},
) => ({
  path,
  requestId: randomUUID(),
  passport: signPassport(gatewayKeys, {
    ...{ issuer: 'gateway', audience: 'catalog', method, path: signedFor, viewer },
    client: { address: '192.0.2.1' },
  }),
  ...(body === undefined ? {} : { body }),
})

const callOf = (route: Route, id: string, viewer: Viewer | null = newMember(), body?: object) =>
  callAt(pathOf(route, { params: { id } }), viewer, {
    method: route.method,
    body: body === undefined ? undefined : JSON.stringify(body),
  })

const voteOn = (id: string, value: 1 | -1, viewer: Viewer | null = newMember()) =>
  callOf(castVote, id, viewer, { value })

const send = (
  method: 'GET' | 'POST',
  calls: Call[],
  issuer: 'gateway' | 'moderation' = 'gateway',
) => service.call(callTogether, { body: { method, calls } }, { issuer })

const respond = async (...given: Parameters<typeof send>) => {
  const { body } = await send(...given)
  return body.responses.map(({ body: places, ...response }) => ({
    ...response,
    places,
    body: JSON.parse(places.map((place) => body.parts[place]).join('')),
  }))
}

test('each vote gets the response of its own call', async () => {
  const [one, other, removed] = [
    await propose(service),
    await propose(service),
    await propose(service),
  ]
  await remove(service, removed.id)
  const late = voteOn(removed.id, 1)
  expect(
    await respond('POST', [voteOn(one.id, 1), voteOn(one.id, 1), voteOn(other.id, -1), late]),
  ).toMatchObject([
    { status: 200, body: { id: one.id, score: 2, userVote: 1, version: 2 } },
    { status: 200, body: { id: one.id, score: 2, userVote: 1, version: 2 } },
    { status: 200, body: { id: other.id, score: -1, userVote: -1 } },
    { status: 404, body: { error: { code: 'submission_not_found', requestId: late.requestId } } },
  ])
  expect(await findDrift(service.db)).toEqual([])
})

test('each join gets the response of its own call', async () => {
  const { id } = await propose(service)
  const joins = [callOf(joinBoycott, id), callOf(joinBoycott, 'missing1')]
  expect(await respond('POST', joins)).toMatchObject([
    { status: 200, body: { id, participantCount: 1, ownParticipation: true } },
    { status: 404, body: { error: { code: 'submission_not_found' } } },
  ])
})

test('each read of a page gets the response of its own call, with the choices of its viewer only', async () => {
  const [voted, joined] = [await propose(service), await propose(service)]
  const [voter, participant, reader] = [newMember(), newMember(), newMember()]
  await respond('POST', [
    voteOn(voted.id, -1, voter),
    callOf(joinBoycott, voted.id, voter),
    callOf(joinBoycott, joined.id, participant),
  ])
  const viewers = [voter, participant, reader, null, voter]
  const queries = [{}, { sort: 'new', limit: '2' }, { status: 'proposed', page: '1' }] as const
  for (const query of queries) {
    const path = pathOf(listSubmissions, { query })
    const pages = await respond(
      'GET',
      viewers.map((viewer) => callAt(path, viewer)),
    )
    for (const [at, viewer] of viewers.entries()) {
      const alone = await service.call(listSubmissions, { query }, { viewer })
      expect(pages[at]).toMatchObject({ status: 200, body: alone.body })
      expect(pages[at]?.headers).toEqual(ownHeaders(alone.headers))
    }
  }
  const pages = await respond(
    'GET',
    viewers.map((viewer) => callAt(listSubmissions.path, viewer)),
  )
  const seen = (at: number, { id }: { id: string }) =>
    pages[at]?.body.find((row: { id: string }) => row.id === id)
  for (const at of [0, 4])
    expect(seen(at, voted)).toMatchObject({ userVote: -1, ownParticipation: true })
  expect(seen(1, joined)).toMatchObject({ userVote: null, ownParticipation: true })
  for (const at of [1, 2, 3])
    expect(seen(at, voted)).toMatchObject({ userVote: null, ownParticipation: false })
  // Viewers without choices get the same text, which is sent once.
  expect(pages[2]?.places).toHaveLength(1)
  expect(pages[3]?.places).toEqual(pages[2]?.places)
})

/** The headers that the handler sets. */
const ownHeaders = (headers: Headers) => {
  const {
    date,
    connection,
    'keep-alive': _,
    'content-length': __,
    ...own
  } = Object.fromEntries(headers)
  return own
}

test('each read of a submission gets the response of its own call', async () => {
  const [{ id }, removed] = [await propose(service), await propose(service)]
  const voter = newMember()
  await respond('POST', [voteOn(id, 1, voter)])
  await remove(service, removed.id)
  const viewers = [voter, newMember(), null]
  const responses = await respond('GET', [
    ...viewers.map((viewer) => callOf(readSubmission, id, viewer)),
    callOf(readSubmission, removed.id),
  ])
  for (const [at, viewer] of viewers.entries()) {
    const alone = await service.call(readSubmission, { params: { id } }, { viewer })
    expect(responses[at]).toMatchObject({ status: 200, body: alone.body })
    expect(responses[at]?.headers).toEqual(ownHeaders(alone.headers))
  }
  expect(responses.map(({ body }) => body.userVote)).toEqual([1, null, null, undefined])
  expect(responses[3]).toMatchObject({
    status: 404,
    body: { error: { code: 'submission_not_found' } },
  })
})

test('the read of a merged submission is redirected', async () => {
  const [into, from] = [await propose(service), await propose(service)]
  await service.db.query(
    'UPDATE submissions SET approved = false, merged_into = $1 WHERE id = $2',
    [into.id, from.id],
  )
  expect(await respond('GET', [callOf(readSubmission, from.id)])).toMatchObject([
    {
      status: 301,
      headers: { location: `/api/boycotts/${into.id}`, 'cache-control': 'no-store' },
      body: { mergedInto: into.id },
    },
  ])
})

test('a page that changed after it was cached is current for all of its viewers', async () => {
  const { id } = await propose(service)
  const viewers = [newMember(), newMember(), newMember()]
  const read = () =>
    respond(
      'GET',
      viewers.map((viewer) => callAt(`${listSubmissions.path}?sort=new`, viewer)),
    )
  await read()
  await respond('POST', [voteOn(id, 1, viewers[0])])
  expect((await read()).map(({ body }) => body[0])).toMatchObject([
    { id, score: 1, userVote: 1 },
    { id, score: 1, userVote: null },
    { id, score: 1, userVote: null },
  ])
})

test('a call without a service token for exactly this call is refused alone', async () => {
  const [one, other] = [await propose(service), await propose(service)]
  const ofOther = pathOf(castVote, { params: { id: other.id } })
  const body = '{"value":1}'
  const calls = [
    { ...voteOn(one.id, 1), passport: 'forged' },
    callAt(pathOf(castVote, { params: { id: one.id } }), newMember(), {
      ...{ method: 'POST', signedFor: ofOther, body },
    }),
    callAt(ofOther, newMember(), { method: 'GET', body }),
    voteOn(one.id, 1, null),
    voteOn(one.id, -1),
  ]
  const responses = await respond('POST', calls)
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 200])
  expect(responses.map(({ body }) => body.error?.code)).toEqual([
    ...Array(3).fill('passport_refused'),
    'signed_out',
    undefined,
  ])
  expect(responses[4]).toMatchObject({ body: { score: -1 } })
  expect(responses[0]).toMatchObject({
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { error: { requestId: calls[0]?.requestId } },
  })
})

test.each([
  ['/api/boycotts?page=1&page=2', 400, 'invalid_request'],
  ['/api/boycotts?sort=best', 400, 'invalid_request'],
  ['/api/boycotts?offset=3', 400, 'invalid_request'],
  ['/api/boycotts?page=1?page=2', 400, 'invalid_request'],
  ['/api/boycotts/short', 400, 'invalid_request'],
  ['/api/boycotts/a1B2c3D4/comments', 404, 'not_found'],
  ['/internal/calls', 404, 'not_found'],
])('each read of %s is refused', async (path, status, code) => {
  const calls = [callAt(path, newMember()), callAt(path, null)]
  expect(await respond('GET', calls)).toMatchObject(
    calls.map(({ requestId }) => ({ status, body: { error: { code, requestId } } })),
  )
})

test('a route that is not served in groups is not found', async () => {
  const { id } = await propose(service)
  const withdrawal = callOf(withdrawVote, id)
  const asVote = callAt(withdrawal.path, newMember(), { method: 'POST', body: '{"value":2}' })
  expect(await respond('POST', [withdrawal, asVote])).toMatchObject([
    { status: 401 },
    { status: 400, body: { error: { fields: { value: expect.any(String) } } } },
  ])
})

test('a body that is not JSON is refused with 400', async () => {
  const { id } = await propose(service)
  const path = pathOf(castVote, { params: { id } })
  const calls = ['\v{"value":1}', '{', '{"value":1}'].map((body) =>
    callAt(path, newMember(), { method: 'POST', body }),
  )
  const responses = await respond('POST', calls)
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 200])
  expect(responses[0]?.body.error.message).toBe('The body is not valid JSON.')
})

test('each read of a page that cannot be read has an error of its own', async () => {
  const owner = new pg.Client({ connectionString: service.database.ownerUrl })
  await owner.connect()
  await owner.query('ALTER TABLE catalog.votes RENAME TO votes_away')
  try {
    const calls = [newMember(), newMember()].map((viewer) => callAt(listSubmissions.path, viewer))
    expect(await respond('GET', calls)).toMatchObject(
      calls.map(({ requestId }) => ({
        status: 500,
        body: { error: { code: 'internal', requestId } },
      })),
    )
  } finally {
    await owner.query('ALTER TABLE catalog.votes_away RENAME TO votes')
    await owner.end()
  }
})

test('only the gateway may send groups, with a bounded number of calls', async () => {
  const calls = Array.from({ length: maxCallsInGroup + 1 }, () =>
    callAt(listSubmissions.path, null),
  )
  expect((await send('GET', calls.slice(0, 1), 'moderation')).status).toBe(401)
  expect((await send('GET', [])).status).toBe(400)
  expect((await send('GET', calls)).status).toBe(400)
  expect((await send('GET', calls.slice(1))).status).toBe(200)
})
