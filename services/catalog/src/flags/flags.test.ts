import { flagSubmission } from '@answerable/contracts/flags'
import { readAnySubmission } from '@answerable/contracts/review-internal'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findDrift,
  proposal,
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

const flag = (id: string, viewer = newMember(), reason = 'Not true.') =>
  service.call(flagSubmission, { params: { id }, body: { reason } }, { viewer })
const read = async (id: string) => (await service.call(readSubmission, { params: { id } })).body

test('the first flag marks the submission and changes neither its score nor its visibility', async () => {
  const submission = await propose(service)
  const response = await flag(submission.id)
  expect(response.status).toBe(201)
  expect(response.body).toEqual({ flagged: true })
  expect(await read(submission.id)).toEqual({ ...submission, flagged: true, version: 2 })
  const feed = await service.call(listSubmissions, { query: { sort: 'new' } })
  expect(feed.body.map((row) => row.id)).toContain(submission.id)
})

test('the same user cannot flag twice, however quickly; another can', async () => {
  const { id } = await propose(service)
  const viewer = newMember()
  const responses = await Promise.all([flag(id, viewer), flag(id, viewer), flag(id, viewer)])
  expect(responses.map((response) => response.status).sort()).toEqual([201, 409, 409])
  const refused = responses.find((response) => response.status === 409)
  expect(refused?.body).toMatchObject({ error: { code: 'already_flagged' } })
  expect((await flag(id)).status).toBe(201)
  expect(await findDrift(service.db)).toEqual([])
})

test('accounts of one mailbox flag once between them, however quickly', async () => {
  const { id } = await propose(service)
  const first = newMember()
  const aliases = [
    first,
    ...Array.from({ length: 4 }, () => ({ ...newMember(), voter: first.voter })),
  ]
  const responses = await Promise.all(aliases.map((viewer) => flag(id, viewer)))
  expect(responses.map((response) => response.status).sort()).toEqual([201, 409, 409, 409, 409])
  const { rows } = await service.db.query('SELECT flag_count FROM submissions WHERE id = $1', [id])
  expect(rows).toEqual([{ flag_count: 1 }])
})

test('a flag stores the text at the time of the flag', async () => {
  const { id } = await propose(service, { sources: 'https://example.com' })
  await flag(id)
  const { rows } = await service.db.query(
    'SELECT reason, flagged_text FROM flags WHERE submission_id = $1',
    [id],
  )
  expect(rows).toEqual([
    { reason: 'Not true.', flagged_text: { ...proposal, sources: 'https://example.com' } },
  ])
})

test('a flag has the reason that its reporter chose, or none', async () => {
  const { id } = await propose(service)
  await flag(id)
  const body = { reasonCode: 'personal-data', reason: 'An address.' } as const
  await service.call(flagSubmission, { params: { id }, body }, { viewer: newMember() })
  const reviewed = await service.call(
    readAnySubmission,
    { params: { id } },
    { issuer: 'moderation' },
  )
  expect(reviewed.body.flags).toMatchObject([
    { reasonCode: 'personal-data', reason: 'An address.' },
    { reasonCode: null, reason: 'Not true.' },
  ])
  const unknown = { method: 'POST', path: `/api/boycotts/${id}/flag` } as const
  const refused = await service.send(
    { ...unknown, body: JSON.stringify({ reasonCode: 'rude', reason: 'x' }) },
    { viewer: newMember() },
  )
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
})

test('a flag is published', async () => {
  const { id } = await propose(service)
  const changes = await recordChanges(service)
  await flag(id)
  await until(() => {
    expect(changes).toContainEqual(
      expect.objectContaining({ submissionId: id, version: 2, cause: 'numbers' }),
    )
  })
})

test('signed out is 401, an unknown or removed submission 404, an empty or overlong reason 400', async () => {
  const { id } = await propose(service)
  const path = `/api/boycotts/${id}/flag`
  expect((await service.send({ method: 'POST', path, body: '{"reason":"x"}' })).status).toBe(401)
  expect((await flag(id, newMember(), '  ')).status).toBe(400)
  expect((await flag(id, newMember(), 'x'.repeat(501))).status).toBe(400)
  expect((await flag('00000000')).body).toMatchObject({ error: { code: 'submission_not_found' } })
  await remove(service, id)
  expect((await flag(id)).status).toBe(404)
})
