import { randomUUID } from 'node:crypto'
import { joinBoycott } from '@answerable/contracts/participation'
import type { Viewer } from '@answerable/contracts/sessions'
import {
  listSubmissions,
  listSubmissionsTogether,
  maxReadsPerCall,
} from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import {
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import { newMember, testMasterKey } from '@answerable/service-kit/testing/service'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const gatewayKeys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()

const readOf = (
  viewer: Viewer | null,
  path: string = listSubmissions.path,
  method: 'GET' | 'POST' = 'GET',
) => ({
  requestId: randomUUID(),
  passport: signPassport(gatewayKeys, {
    ...{ issuer: 'gateway', audience: 'catalog', method, path, viewer },
    client: { address: '192.0.2.1' },
  }),
})

const call = (reads: ReturnType<typeof readOf>[], path: string = listSubmissions.path) =>
  service.call(listSubmissionsTogether, { body: { path, reads } }, { issuer: 'gateway' })

const readAll = async (...given: Parameters<typeof call>) => {
  const { body } = await call(...given)
  return body.responses.map(({ body: places, ...response }) => ({
    ...response,
    places,
    body: JSON.parse(places.map((place) => body.parts[place]).join('')),
  }))
}

const readFor = (viewers: readonly (Viewer | null)[], path?: string) =>
  readAll(
    viewers.map((viewer) => readOf(viewer, path)),
    path,
  )

test('each read gets the response of its own call, with the choices of its viewer only', async () => {
  const [voted, joined, other] = [
    await propose(service),
    await propose(service),
    await propose(service),
  ]
  const [voter, participant, reader] = [newMember(), newMember(), newMember()]
  await service.call(castVote, { params: { id: voted.id }, body: { value: -1 } }, { viewer: voter })
  await service.call(joinBoycott, { params: { id: voted.id } }, { viewer: voter })
  await service.call(joinBoycott, { params: { id: joined.id } }, { viewer: participant })
  const viewers = [voter, participant, reader, null, voter]
  const queries = [{}, { sort: 'new', limit: '2' }, { status: 'proposed', page: '1' }] as const
  for (const query of queries) {
    const search = new URLSearchParams(query).toString()
    const pages = await readFor(viewers, `${listSubmissions.path}${search && `?${search}`}`)
    for (const [at, viewer] of viewers.entries()) {
      const alone = await service.call(listSubmissions, { query }, { viewer })
      expect(pages[at]).toMatchObject({ status: 200, body: alone.body })
      const {
        date,
        connection,
        'keep-alive': _,
        'content-length': __,
        ...headers
      } = Object.fromEntries(alone.headers)
      expect(pages[at]?.headers).toEqual(headers)
    }
  }
  const pages = await readFor(viewers)
  const seen = (at: number, { id }: { id: string }) =>
    pages[at]?.body.find((row: { id: string }) => row.id === id)
  for (const at of [0, 4])
    expect(seen(at, voted)).toMatchObject({ userVote: -1, ownParticipation: true })
  expect(seen(1, joined)).toMatchObject({ userVote: null, ownParticipation: true })
  for (const at of [1, 2, 3])
    expect(seen(at, voted)).toMatchObject({ userVote: null, ownParticipation: false })
  expect(seen(0, other)).toMatchObject({ userVote: null, ownParticipation: false })
  // Viewers without choices get the same text, which is sent once.
  expect(pages[2]?.places).toHaveLength(1)
  expect(pages[3]?.places).toEqual(pages[2]?.places)
})

test('a page that changed after it was cached is current for all of its viewers', async () => {
  const { id } = await propose(service)
  const viewers = [newMember(), newMember(), newMember()]
  const path = `${listSubmissions.path}?sort=new`
  await readFor(viewers, path)
  const [voter] = viewers
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: voter ?? null })
  const pages = await readFor(viewers, path)
  expect(pages.map(({ body }) => body[0])).toMatchObject([
    { id, score: 1, userVote: 1 },
    { id, score: 1, userVote: null },
    { id, score: 1, userVote: null },
  ])
})

test('a read without a service token for exactly this call is refused alone', async () => {
  const reader = newMember()
  const reads = [
    { ...readOf(reader), passport: 'forged' },
    readOf(reader, `${listSubmissions.path}?page=2`),
    readOf(reader, listSubmissions.path, 'POST'),
    readOf(reader),
  ]
  const responses = await readAll(reads)
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 200])
  expect(responses[0]).toMatchObject({
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { error: { code: 'passport_refused', requestId: reads[0]?.requestId } },
  })
})

test.each([
  ['/api/boycotts/a1B2c3D4', 404, 'not_found'],
  ['/api/boycotts?page=1&page=2', 400, 'invalid_request'],
  ['/api/boycotts?sort=best', 400, 'invalid_request'],
  ['/api/boycotts?offset=3', 400, 'invalid_request'],
  ['/api/boycotts?page=1?page=2', 400, 'invalid_request'],
])('each read of %s is refused as its own call would be', async (path, status, code) => {
  const reads = [readOf(newMember(), path), readOf(null, path)]
  expect(await readAll(reads, path)).toMatchObject(
    reads.map(({ requestId }) => ({ status, body: { error: { code, requestId } } })),
  )
})

test('each read of a page that cannot be read has an error of its own', async () => {
  const owner = new pg.Client({ connectionString: service.database.ownerUrl })
  await owner.connect()
  await owner.query('ALTER TABLE catalog.votes RENAME TO votes_away')
  try {
    const reads = [readOf(newMember()), readOf(newMember())]
    const responses = await readAll(reads)
    expect(responses).toMatchObject(
      reads.map(({ requestId }) => ({
        status: 500,
        body: { error: { code: 'internal', requestId } },
      })),
    )
  } finally {
    await owner.query('ALTER TABLE catalog.votes_away RENAME TO votes')
    await owner.end()
  }
})

test('only the gateway may call it, with a bounded number of reads', async () => {
  const path = listSubmissions.path
  const reads = Array.from({ length: maxReadsPerCall + 1 }, () => readOf(null))
  const ofModeration = await service.call(
    listSubmissionsTogether,
    { body: { path, reads: reads.slice(0, 1) } },
    { issuer: 'moderation' },
  )
  expect(ofModeration.status).toBe(401)
  expect((await call([])).status).toBe(400)
  expect((await call(reads)).status).toBe(400)
  expect((await call(reads.slice(1))).status).toBe(200)
})
