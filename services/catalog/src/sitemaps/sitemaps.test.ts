import {
  listSitemapParts,
  maxSitemapEntries,
  readSitemapPart,
} from '@answerable/contracts/sitemaps'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMany, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { boundsOf, partsOf } from './rules.ts'

let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.stop())

const fromGateway = { issuer: 'gateway' } as const
const parts = async () => (await catalog.call(listSitemapParts, {}, fromGateway)).body
const entries = async (kind: 'boycotts' | 'businesses', part: string) =>
  (await catalog.call(readSitemapPart, { params: { kind, part } }, fromGateway)).body

test('months, days and the ids of a day with many entries are parts below the limit of the protocol', () => {
  expect(
    partsOf([
      { day: '2026-09-30', count: 9_000 },
      { day: '2026-10-01', count: 9_999 },
      { day: '2026-10-02', count: 2 },
    ]),
  ).toEqual(['2026-09', '2026-10-01', '2026-10-02'])
  const ofOneDay = partsOf([{ day: '2026-10-01', count: 1_000_000 }])
  expect(ofOneDay).toHaveLength(62)
  expect(1_000_000 / ofOneDay.length).toBeLessThan(maxSitemapEntries)
})

test('the bounds of a part have every entry once', () => {
  expect(boundsOf('2026-12')).toMatchObject({
    from: '2026-12-01T00:00:00.000Z',
    before: '2027-01-01T00:00:00.000Z',
  })
  expect(boundsOf('2026-11-30-z')).toEqual({
    from: '2026-11-30T00:00:00.000Z',
    before: '2026-12-01T00:00:00.000Z',
    fromId: 'z',
    beforeId: 'z~',
  })
})

test('public boycotts and their businesses are in the part of their month, removed ones are not', async () => {
  const [shown, removed] = [
    await propose(catalog, { targetName: 'Shown' }),
    await propose(catalog, { targetName: 'Removed', author: newMember() }),
  ]
  await remove(catalog, removed.id)
  const part = shown.createdAt.slice(0, 7)
  expect(await parts()).toEqual([
    { kind: 'boycotts', part },
    { kind: 'businesses', part },
  ])
  expect(await entries('boycotts', part)).toEqual([{ name: shown.id, changedAt: shown.createdAt }])
  expect(
    await entries('boycotts', `${shown.createdAt.slice(0, 10)}-${shown.id.charAt(0)}`),
  ).toEqual(await entries('boycotts', part))
  expect(await entries('businesses', part)).toEqual([
    { name: shown.business.slug, changedAt: null },
  ])
})

test('a comment and an edit are changes of a page, a vote is none', async () => {
  const { id, createdAt } = await propose(catalog, { targetName: 'Changing' })
  const changedAt = async () => {
    const all = await entries('boycotts', createdAt.slice(0, 7))
    return all.find(({ name }) => name === id)?.changedAt
  }
  const at = '2031-02-03T04:05:06.789Z'
  await catalog.db.query('UPDATE submissions SET score = 7 WHERE id = $1', [id])
  expect(Date.parse((await changedAt()) ?? '')).toBeLessThan(Date.parse(at))
  await catalog.db.query('UPDATE submissions SET edited_at = $2 WHERE id = $1', [id, at])
  expect(await changedAt()).toBe(at)
})

test('a day with many boycotts is divided by their ids', async () => {
  await insertMany(
    catalog.database.ownerUrl,
    `INSERT INTO submissions (id, target_name, location, reasons, created_at)
     SELECT lpad(n::text, 8, '0'), 'Many', 'Worldwide', 'Reasons.', '2020-03-01'::timestamptz + n * interval '1 second'
     FROM generate_series(1, 12000) AS n`,
    [],
  )
  const some = (await parts()).filter(({ part }) => part.startsWith('2020-03'))
  expect(some).toHaveLength(62)
  expect(await entries('boycotts', '2020-03-01-0')).toHaveLength(12_000)
})
