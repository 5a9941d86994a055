import { search } from '@answerable/contracts/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import historicBoycotts from '../../../../infra/demo/historic-boycotts.json' with { type: 'json' }
import { indexAllWords, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { type Entry, generatedEntries } from './quality-corpus.ts'
import { aliases, owners, type QualityQuery, qualityQueries } from './quality-queries.ts'

/** Shares of the queries whose expected result is the first, or among the first three. */
const goals = { first: 0.85, firstThree: 0.97 }

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
  await insertEntries([...historicBoycotts, ...sampledEntries()])
  await insertNames()
  await indexAllWords(service.db)
})
afterAll(() => service.stop())

test('every expected result exists', async () => {
  const names = { boycotts: 'target_name FROM submissions', businesses: 'name FROM businesses' }
  const missing = []
  for (const { expected, type } of qualityQueries) {
    const { rowCount } = await service.db.query(
      `SELECT FROM (SELECT ${names[type]}) AS all_of (name) WHERE name = $1 LIMIT 1`,
      [expected],
    )
    if (rowCount === 0) missing.push({ expected, type })
  }
  expect(missing).toEqual([])
  expect(qualityQueries).toHaveLength(80)
})

test('the expected result is the first or among the first three', async () => {
  const outcomes = []
  for (const query of qualityQueries) {
    const names = await namesFor(query)
    outcomes.push({ query, names, rank: names.indexOf(query.expected) })
  }
  const misses = outcomes
    .filter(({ rank }) => rank !== 0)
    .map(({ query: { kind, type, q, expected }, names, rank }) =>
      [
        `${rank < 0 || rank > 2 ? 'not among the first three' : `place ${rank + 1}`}: ${kind}, ${type}`,
        `${q} → ${expected}`,
        `got ${names.slice(0, 5).join(' | ') || 'nothing'}`,
      ].join('\n  '),
    )
    .join('\n')
  const first = outcomes.filter(({ rank }) => rank === 0).length / outcomes.length
  const firstThree = outcomes.filter(({ rank }) => rank >= 0 && rank < 3).length / outcomes.length
  expect(first, misses).toBeGreaterThanOrEqual(goals.first)
  expect(firstThree, misses).toBeGreaterThanOrEqual(goals.firstThree)
})

const namesFor = async ({ q, type }: QualityQuery): Promise<string[]> => {
  const { body } = await service.call(search, { query: { q, type } })
  return body.map((one) => (one.type === 'boycott' ? one.submission.targetName : one.business.name))
}

/**
 * Two fifths of the generated entries, and all whose name has the first word of an expected name. Inserting all
 * 10,000 takes too long for the test suite.
 */
const sampledEntries = (): Entry[] => {
  const words = new Set(qualityQueries.map(({ expected }) => expected.split(' ')[0] ?? expected))
  return generatedEntries().filter(
    ({ targetName }, index) =>
      index % 5 < 2 || [...words].some((word) => targetName.includes(word)),
  )
}

const insertEntries = async (entries: readonly Entry[]): Promise<void> => {
  const rows = entries.map(({ targetName, location, category, reasons }, index) => ({
    id: `q${String(index).padStart(7, '0')}`,
    target_name: targetName,
    location,
    category,
    reasons,
    score: (index * 7_919) % 53,
  }))
  for (let start = 0; start < rows.length; start += 1_000) {
    await service.db.query(
      `INSERT INTO submissions (id, target_name, location, category, reasons, score, created_at)
       SELECT id, target_name, location, category, reasons, score,
         now() - substr(id, 2)::integer * interval '1 hour'
       FROM json_populate_recordset(NULL::submissions, $1)`,
      [JSON.stringify(rows.slice(start, start + 1_000))],
    )
  }
}

const insertNames = async (): Promise<void> => {
  for (const [business, alias] of aliases) {
    await service.db.query(
      `INSERT INTO business_names (key, business_id, name, is_alias)
       SELECT match_key($2), business_id, $2, true FROM business_names WHERE key = match_key($1)`,
      [business, alias],
    )
  }
  for (const { name, owns } of owners) {
    await service.db.query(
      `UPDATE businesses SET parent_id = find_or_make_business($1, NULL)
       WHERE id IN (SELECT business_id FROM business_names, unnest($2::text[]) AS owned
         WHERE key = match_key(owned))`,
      [name, owns],
    )
  }
}
