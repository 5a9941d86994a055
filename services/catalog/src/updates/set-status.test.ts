import { type EventPayload, statusChanged } from '@answerable/contracts/events'
import { readSubmission } from '@answerable/contracts/submissions'
import { transaction } from '@answerable/service-kit/db'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockPublicSubmission } from '../submissions/store.ts'
import { propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { recordOccurrence, removeOccurrence } from './occurrences.ts'
import { setStatus } from './set-status.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const occurrencesOf = async (id: string) =>
  (
    await service.db.query(
      'SELECT kind, details FROM occurrences WHERE submission_id = $1 ORDER BY at, id',
      [id],
    )
  ).rows

test('a status is stored, added to the timeline and published once', async () => {
  const changes: EventPayload<typeof statusChanged>[] = []
  await service.bus.subscribe(statusChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
  const { id, version, authorId, business } = await propose(service)
  const activate = () =>
    transaction(service.db, async (db) =>
      setStatus(db, await lockPublicSubmission(db, id), { status: 'active', requestId: null }),
    )
  expect([await activate(), await activate()]).toEqual([true, false])
  const read = await service.call(readSubmission, { params: { id } })
  expect(read.body).toMatchObject({ status: 'active', version: version + 1 })
  expect(await occurrencesOf(id)).toEqual([
    { kind: 'status', details: { status: 'active', previous: 'proposed' } },
    { kind: 'response-requested', details: {} },
  ])
  await until(() => changes.length > 0)
  expect(changes).toEqual([
    {
      submissionId: id,
      authorId,
      businessIds: [business.id],
      status: 'active',
      previous: 'proposed',
      version: version + 1,
    },
  ])
})

test('an entry with a key occurs once, and can be removed', async () => {
  const { id } = await propose(service)
  const request = {
    submissionId: id,
    kind: 'response-requested',
    details: {},
    key: 'first',
  } as const
  await recordOccurrence(service.db, request)
  await recordOccurrence(service.db, request)
  expect(await occurrencesOf(id)).toHaveLength(1)
  await removeOccurrence(service.db, request)
  expect(await occurrencesOf(id)).toHaveLength(0)
})
