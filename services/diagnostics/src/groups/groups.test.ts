import { analyzeError, type ErrorReport, listErrorGroups } from '@answerable/contracts/diagnostics'
import type { RouteInput } from '@answerable/contracts/route'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { diagnostics } from '../service.ts'
import { newReport } from '../testing/report.ts'
import { deleteOld } from './housekeeping.ts'

let service: TestService
let owner: Pool
const admin = { ...newMember(), role: 'admin' as const }

beforeAll(async () => {
  service = await startTestService(diagnostics)
  owner = openOwner((url) => url.searchParams.set('options', '-c search_path=diagnostics'))
})
beforeEach(() => owner.query('DELETE FROM error_groups'))
afterAll(async () => {
  await owner.end()
  await service.stop()
})

const openOwner = (adapt: (url: URL) => void): Pool => {
  const url = new URL(service.database.ownerUrl)
  adapt(url)
  const log = createLog({ service: 'test', level: 'silent' })
  return openPool({ url: url.href, max: 1, name: 'owner', log })
}
const send = async (report: ErrorReport) => {
  expect((await service.call(analyzeError, { body: report })).status).toBe(200)
}
const list = async (input: RouteInput<typeof listErrorGroups> = {}) => {
  const response = await service.call(listErrorGroups, input, { viewer: admin })
  expect(response.status).toBe(200)
  return response.body
}
const reportsKept = async (): Promise<number> => {
  const { groups } = await list({ query: { limit: '50' } })
  return groups.reduce((sum, { reports }) => sum + reports, 0)
}
/** Reports are written after their responses. */
const waitForReports = (count: number) => until(async () => expect(await reportsKept()).toBe(count))

test('an operator sees an error once, with its trend, release, example and the advice shown', async () => {
  const report = newReport({
    errorType: 'ApiError',
    errorMessage: '503: {"error":{"code":"unavailable","message":"Later, bob@example.org"}}',
    stackTrace: 'cast@https://answerable.example/assets/index-DkA92xZq.js:1:2',
  })
  const before = Date.now()
  await send(report)
  await send(report)
  await waitForReports(2)
  await send({ ...report, userAction: 'comment' })
  await waitForReports(3)

  const { groups, total } = await list()
  expect(total).toBe(1)
  expect(groups[0]).toMatchObject({
    reports: 3,
    release: 'index-DkA92xZq',
    suggestion: 'This part of the site is unavailable',
    example: {
      errorType: 'ApiError',
      errorMessage: '503: {"error":{"code":"unavailable","message":"Later, [address]"}}',
      stackTrace: 'cast index-DkA92xZq.js:1:2',
      userAction: 'comment',
    },
  })
  const perHour = groups[0]?.perHour ?? []
  // The reports may fall into two different hours.
  expect((perHour.at(-1) ?? 0) + (perHour.at(-2) ?? 0)).toBe(3)
  expect(groups[0]?.perDay.reduce((sum, reports) => sum + reports, 0)).toBe(3)
  const firstSeen = Date.parse(groups[0]?.firstSeenAt ?? '')
  const lastSeen = Date.parse(groups[0]?.lastSeenAt ?? '')
  expect(firstSeen).toBeGreaterThanOrEqual(before)
  expect(lastSeen).toBeGreaterThan(firstSeen)
})

test('an error without advice is stored too', async () => {
  await send(newReport({ errorMessage: 'the flux capacitor is empty' }))
  await waitForReports(1)
  expect((await list()).groups[0]).toMatchObject({ suggestion: null })
})

test('the trends show reports in the hour and the day in which they came', async () => {
  await send(newReport())
  await waitForReports(1)
  await owner.query(`
    DELETE FROM error_counts;
    INSERT INTO error_counts (fingerprint, hour, reports)
    SELECT fingerprint, date_trunc('hour', now()) - make_interval(hours => ago), ago + 1
    FROM error_groups, unnest(ARRAY[0, 1, 23, 24, 24 * 29, 24 * 31]) AS ago`)
  const [group] = (await list()).groups
  expect(group?.perHour).toEqual([24, ...Array(21).fill(0), 2, 1])
  const shown = group?.perDay.reduce((sum, reports) => sum + reports, 0)
  expect(shown).toBe(1 + 2 + 24 + 25 + (24 * 29 + 1))
  expect(group?.perDay[0]).toBe(24 * 29 + 1)
})

test('groups are listed page by page, newest or most frequent first', async () => {
  const often = newReport()
  await send(often)
  await send(often)
  await waitForReports(2)
  await send(newReport())
  await waitForReports(3)
  await send(newReport())
  await waitForReports(4)

  const recent = (await list()).groups.map(({ reports }) => reports)
  expect(recent).toEqual([1, 1, 2])
  const frequent = await list({ query: { sort: 'frequent' } })
  expect(frequent.groups.map(({ reports }) => reports)).toEqual([2, 1, 1])
  const second = await list({ query: { page: '2', limit: '2' } })
  expect(second.groups.map(({ reports }) => reports)).toEqual([2])
  expect(second.total).toBe(3)
  expect((await list({ query: { page: '9' } })).groups).toEqual([])
})

test('nothing personal reaches the database', async () => {
  const secrets = [
    'bob@example.org',
    '192.0.2.7',
    '2001:db8::7',
    '123456',
    'c2VjcmV0c2VjcmV0c2VjcmV0MTIz',
  ]
  const secretText = secrets.join(' ')
  await send(
    newReport({
      errorType: `Error ${secretText}`,
      errorMessage: `${secretText} https://bob:pw@answerable.example/x?token=abc`,
      stackTrace: `Error: ${secretText}\n    at bob (https://answerable.example/bob?${secretText}:1:2)`,
      userAction: secretText,
    }),
  )
  await waitForReports(1)
  const { rows } = await owner.query('SELECT error_groups::text AS row FROM error_groups')
  for (const secret of [...secrets, 'bob:pw', 'token=abc']) {
    expect(rows[0]?.row).not.toContain(secret)
  }
})

test('suggestions work while the database is unavailable, and reports are written afterwards', async () => {
  const database = new URL(service.database.url).pathname.slice(1)
  const server = openOwner((url) => {
    url.pathname = '/postgres'
  })
  try {
    await server.query(`ALTER DATABASE ${database} CONNECTION LIMIT 0`)
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND usename = 'diagnostics'`,
      [database],
    )
    await send(newReport())
    await send(newReport())
    const refused = await service.call(listErrorGroups, {}, { viewer: admin })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).not.toBeNull()
    await server.query(`ALTER DATABASE ${database} CONNECTION LIMIT -1`)
  } finally {
    await server.end()
  }
  await until(async () => {
    expect((await service.call(listErrorGroups, {}, { viewer: admin })).status).toBe(200)
  })
  await waitForReports(2)
})

describe('retention', () => {
  const fill = (count: number) =>
    owner.query(
      `INSERT INTO error_groups
         (fingerprint, rule, release, example, reports, first_seen_at, last_seen_at)
       SELECT sha256(number::text::bytea), NULL, NULL, '{}', number, now(), now()
       FROM generate_series(1, $1) AS number`,
      [count],
    )
  const remaining = async () => {
    const { rows } = await owner.query('SELECT reports FROM error_groups ORDER BY reports')
    return rows.map(({ reports }) => Number(reports))
  }

  test('is deleted after 30 days', async () => {
    await fill(3)
    await owner.query(`
      INSERT INTO error_counts (fingerprint, hour, reports)
      SELECT fingerprint, now() - make_interval(days => ago), 1
      FROM error_groups, unnest(ARRAY[0, 29, 31]) AS ago;
      UPDATE error_groups SET last_seen_at = now() - interval '31 days' WHERE reports = 1`)
    await deleteOld(owner)
    expect(await remaining()).toEqual([2, 3])
    const { rows } = await owner.query(
      `SELECT count(*) AS counts, min(hour) > now() - interval '30 days' AS young FROM error_counts`,
    )
    expect(rows[0]).toEqual({ counts: 4, young: true })
  })

  test('is bounded: of too many groups those with the fewest reports go', async () => {
    await fill(10)
    await deleteOld(owner, { maxGroups: 4 })
    expect(await remaining()).toEqual([7, 8, 9, 10])
  })
})

describe('refusals', () => {
  test('401 for visitors', async () => {
    expect((await service.call(listErrorGroups, {})).status).toBe(401)
  })

  test('403 for members', async () => {
    const response = await service.call(listErrorGroups, {}, { viewer: newMember() })
    expect(response.status).toBe(403)
  })

  test.each(['page=0', 'page=1001', 'page=x', 'limit=51', 'limit=-1', 'sort=new', 'day=1'])(
    '400 for %s',
    async (query) => {
      const path = `${listErrorGroups.path}?${query}`
      const response = await service.send({ method: 'GET', path }, { viewer: admin })
      expect(response.status).toBe(400)
    },
  )
})
