import { mailboxRefused } from '@answerable/contracts/events'
import {
  changePreferences,
  defaultFrequencies,
  readPreferences,
} from '@answerable/contracts/notification-preferences'
import { type NoticeKind, noticeKinds } from '@answerable/contracts/notifications'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '../service.ts'

let service: TestService
let pool: Pool

beforeAll(async () => {
  const away = 'http://127.0.0.1:9'
  service = await startTestService(notifications, { AUTH_URL: away, CATALOG_URL: away })
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: service.database.url, max: 2, name: 'test', log })
})
afterAll(async () => {
  await pool.end()
  await service.stop()
})

const read = async (viewer: ReturnType<typeof newMember>) =>
  (await service.call(readPreferences, {}, { viewer })).body

test('decisions are mailed at once and everything else weekly, until the member chooses otherwise', async () => {
  const [viewer, other] = [newMember(), newMember()]
  expect(await read(viewer)).toEqual({
    frequencies: defaultFrequencies,
    timeZone: null,
    mailboxRefusedAt: null,
  })
  const body = {
    frequencies: { reply: 'at-once', decision: 'never' },
    timeZone: 'Asia/Kathmandu',
  } as const
  const changed = await service.call(changePreferences, { body }, { viewer })
  expect(changed.body).toEqual({
    frequencies: { ...defaultFrequencies, ...body.frequencies },
    timeZone: 'Asia/Kathmandu',
    mailboxRefusedAt: null,
  })
  await service.call(changePreferences, { body: { frequencies: { reply: 'daily' } } }, { viewer })
  expect(await read(viewer)).toMatchObject({
    frequencies: { reply: 'daily', decision: 'never' },
    timeZone: 'Asia/Kathmandu',
  })
  expect(await read(other)).toMatchObject({ frequencies: defaultFrequencies, timeZone: null })
})

test('the database and the contract have the same defaults', async () => {
  for (const kind of Object.keys(noticeKinds) as NoticeKind[]) {
    const { rows } = await pool.query('SELECT mail_frequency(NULL, $1) AS frequency', [kind])
    expect(rows).toEqual([{ frequency: defaultFrequencies[kind] }])
  }
})

test.each([
  { frequencies: { reply: 'hourly' } },
  { frequencies: { gossip: 'daily' } },
  { timeZone: 'Mars/Olympus' },
  { timeZone: "UTC'; DROP TABLE notices; --" },
  { timeZone: '' },
  { timeZone: '+05:30' },
  { mailboxRefusedAt: null },
])('%j is refused', async (body) => {
  const { status } = await service.call(
    changePreferences,
    { body: body as never },
    {
      viewer: newMember(),
    },
  )
  expect(status).toBe(400)
})

test('a refusing mailbox is shown until it accepts mails again, in whatever order the events arrive', async () => {
  const viewer = newMember()
  const publish = (refusedAt: string | null, version: number) =>
    service.bus.publish({
      id: `${viewer.id}-${version}`,
      subject: mailboxRefused.subject,
      payload: { userId: viewer.id, refusedAt, version },
      requestId: null,
    })
  const refusedAt = '2026-11-20T10:00:00.000Z'
  await publish(refusedAt, 1)
  expect(await read(viewer)).toMatchObject({ mailboxRefusedAt: refusedAt })
  await publish(null, 4)
  await publish(refusedAt, 3)
  expect(await read(viewer)).toMatchObject({ mailboxRefusedAt: null })
})

/** 8 o'clock in the zone, also where clocks change, and never in the past. */
test.each([
  ['daily', 'UTC', '2026-11-22T07:59:59Z', '2026-11-22T08:00:00Z'],
  ['daily', 'UTC', '2026-11-22T08:00:00Z', '2026-11-23T08:00:00Z'],
  ['daily', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z'],
  ['daily', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00Z'],
  ['daily', 'America/New_York', '2026-03-07T20:00:00Z', '2026-03-08T12:00:00Z'],
  ['daily', 'Asia/Kathmandu', '2026-11-22T00:00:00Z', '2026-11-22T02:15:00Z'],
  ['daily', 'Pacific/Chatham', '2026-11-22T00:00:00Z', '2026-11-22T18:15:00Z'],
  ['daily', 'Pacific/Kiritimati', '2026-11-22T17:00:00Z', '2026-11-22T18:00:00Z'],
  ['daily', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T21:00:00Z'],
  // The day of 30 December 2011 did not exist there.
  ['daily', 'Pacific/Apia', '2011-12-30T05:00:00Z', '2011-12-30T18:00:00Z'],
  ['weekly', 'UTC', '2026-11-22T12:00:00Z', '2026-11-23T08:00:00Z'],
  ['weekly', 'UTC', '2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z'],
  // Still Sunday in Honolulu, already Monday noon in Auckland.
  ['weekly', 'Pacific/Honolulu', '2026-11-22T23:00:00Z', '2026-11-23T18:00:00Z'],
  ['weekly', 'Pacific/Auckland', '2026-11-22T23:00:00Z', '2026-11-29T19:00:00Z'],
  ['weekly', 'No/Such_Zone', '2026-11-22T12:00:00Z', '2026-11-23T08:00:00Z'],
  ['daily', null, '2026-11-22T12:00:00Z', '2026-11-23T08:00:00Z'],
])('the next %s digest in %s after %s is at %s', async (frequency, zone, since, due) => {
  const { rows } = await pool.query('SELECT next_digest($1, $2, $3::timestamptz) AS due', [
    frequency,
    zone,
    since,
  ])
  expect(rows).toEqual([{ due: new Date(due) }])
})
