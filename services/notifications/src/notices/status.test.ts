import { randomUUID } from 'node:crypto'
import { decisionApplied, type EventPayload, statusChanged } from '@answerable/contracts/events'
import { followThing } from '@answerable/contracts/follows'
import { listNotifications } from '@answerable/contracts/notifications'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { untilAvailable } from '@answerable/service-kit/testing/until-available'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '../service.ts'
import { type FakeCatalog, startFakeCatalog, submissionOf } from '../testing/catalog.ts'
import { publish } from '../testing/events.ts'

let catalog: FakeCatalog
let service: TestService

beforeAll(async () => {
  catalog = await startFakeCatalog()
  service = await startTestService(notifications, {
    AUTH_URL: 'http://127.0.0.1:9',
    CATALOG_URL: catalog.url,
  })
})
afterAll(async () => {
  await service.stop()
  await catalog.stop()
})

type Member = ReturnType<typeof newMember>

const outcomesFor = async (viewer: Member) =>
  (await service.call(listNotifications, {}, { viewer })).body.map(({ kind, outcome }) => [
    kind,
    outcome,
  ])

test('the author and the followers are notified once of a new status, but not of a return', async () => {
  const [author, follower] = [newMember(), newMember()]
  const id = 'status01'
  catalog.submissions.push(submissionOf(id, { authorId: author.id }))
  const params = { kind: 'submission', key: id } as const
  await untilAvailable(() => service.call(followThing, { params }, { viewer: follower }))
  const change = (content: Partial<EventPayload<typeof statusChanged>>) =>
    publish(service.bus, statusChanged, {
      ...{ submissionId: id, authorId: author.id, businessIds: [], version: 2 },
      ...{ status: 'active', previous: 'proposed' },
      ...content,
    })
  await change({})
  await change({})
  await change({ status: 'stale', previous: 'active', version: 3 })
  await change({ status: 'active', previous: 'stale', version: 4 })
  await change({ status: 'met', previous: 'active', version: 5 })
  const notices = [
    ['status', 'met'],
    ['status', 'stale'],
    ['status', 'active'],
  ]
  for (const member of [author, follower]) {
    await until(async () => expect(await outcomesFor(member)).toEqual(notices))
  }
})

test('the reporter of an update is notified of the outcome', async () => {
  const reporter = newMember()
  const id = 'status02'
  catalog.submissions.push(submissionOf(id, { authorId: randomUUID() }))
  for (const kind of ['confirm-update', 'withdraw-update'] as const) {
    await publish(service.bus, decisionApplied, {
      ...{ decisionId: randomUUID(), kind, concernedId: reporter.id },
      ...{ subject: { kind: 'submission', id, submissionId: id }, reasonCode: null, appeal: null },
    })
  }
  await until(async () =>
    expect(await outcomesFor(reporter)).toEqual([
      ['decision', 'update-withdrawn'],
      ['decision', 'update-confirmed'],
    ]),
  )
})
