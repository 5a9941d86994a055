import { randomUUID } from 'node:crypto'
import { pathOf } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { castVote, castVotes, maxVotesPerCall } from '@answerable/contracts/votes'
import {
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import { newMember, testMasterKey } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDrift, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const gatewayKeys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()

const voteOn = (
  submissionId: string,
  value: 1 | -1,
  {
    viewer = newMember(),
    signedFor = submissionId,
  }: { viewer?: Viewer | null; signedFor?: string } = {},
) => ({
  submissionId,
  value,
  requestId: randomUUID(),
  passport: signPassport(gatewayKeys, {
    issuer: 'gateway',
    audience: 'catalog',
    method: castVote.method,
    path: pathOf(castVote, { params: { id: signedFor } }),
    viewer,
    client: { address: '192.0.2.1' },
  }),
})

type Vote = ReturnType<typeof voteOn>

const cast = async (votes: Vote[]) => {
  const { body } = await service.call(castVotes, { body: { votes } }, { issuer: 'gateway' })
  return body.responses.map((response) => ({ ...response, body: JSON.parse(response.body) }))
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
    await cast([voteOn(one.id, 1), voteOn(one.id, 1), voteOn(other.id, -1), late]),
  ).toMatchObject([
    { status: 200, body: { id: one.id, score: 2, userVote: 1, version: 2 } },
    { status: 200, body: { id: one.id, score: 2, userVote: 1, version: 2 } },
    { status: 200, body: { id: other.id, score: -1, userVote: -1 } },
    { status: 404, body: { error: { code: 'submission_not_found', requestId: late.requestId } } },
  ])
  expect(await findDrift(service.db)).toEqual([])
})

test('a vote without a service token for exactly this vote is refused alone', async () => {
  const [one, other] = [await propose(service), await propose(service)]
  const forged = { ...voteOn(one.id, 1), passport: 'forged' }
  const ofAnother = voteOn(one.id, 1, { signedFor: other.id })
  const ofVisitor = voteOn(one.id, 1, { viewer: null })
  const responses = await cast([forged, ofAnother, ofVisitor, voteOn(one.id, -1)])
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 200])
  expect(responses[3]).toMatchObject({ body: { score: -1 } })
  expect(responses[0]).toMatchObject({ body: { error: { code: 'passport_refused' } } })
})

test('only the gateway may call it, with a bounded number of votes', async () => {
  const { id } = await propose(service)
  const votes = Array.from({ length: maxVotesPerCall + 1 }, () => voteOn(id, 1))
  const call = async (body: { votes: Vote[] }, issuer: 'gateway' | 'moderation') =>
    (await service.call(castVotes, { body }, { issuer })).status
  expect(await call({ votes: votes.slice(0, 1) }, 'moderation')).toBe(401)
  expect(await call({ votes: [] }, 'gateway')).toBe(400)
  expect(await call({ votes }, 'gateway')).toBe(400)
  expect(await call({ votes: votes.slice(1) }, 'gateway')).toBe(200)
})
