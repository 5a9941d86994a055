import type { RouteInput } from '@answerable/contracts/route'
import { findSimilar, maxSearchResults, search, suggest } from '@answerable/contracts/search'
import { castVote } from '@answerable/contracts/votes'
import { transaction } from '@answerable/service-kit/db'
import { newMember } from '@answerable/service-kit/testing/service'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  decide,
  indexAllWords,
  insertMany,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { chooseStrongest } from './indexing.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

type Query = NonNullable<RouteInput<typeof search>['query']>

const find = async (query: Query) => {
  const { body, headers } = await service.call(search, { query })
  const corrected = headers.get('search-corrected-to')
  return {
    body,
    names: body.map((one) =>
      one.type === 'boycott' ? one.submission.targetName : one.business.name,
    ),
    total: Number(headers.get('x-total-count')),
    correctedTo: corrected === null ? null : decodeURIComponent(corrected),
  }
}

const suggestionsFor = async (q: string) => {
  const { body } = await service.call(suggest, { query: { q } })
  return {
    businesses: body.businesses.map(({ name }) => name),
    boycotts: body.boycotts.map(({ targetName }) => targetName),
  }
}

const similarTo = async (query: { targetName: string; reasons?: string }) =>
  (await service.call(findSimilar, { query })).body.map(({ targetName }) => targetName)

const indexAll = async (): Promise<void> => {
  await indexAllWords(service.db)
  await transaction(service.db, async (db) => {
    // Without the lock, nothing is chosen while the service chooses.
    await db.query("SELECT pg_advisory_xact_lock(hashtext('choose_strongest'))")
    await chooseStrongest(db)
  })
}

const addAlias = (business: string, alias: string) =>
  service.db.query(
    `INSERT INTO business_names (key, business_id, name, is_alias)
     SELECT match_key($2), id, $2, true FROM businesses WHERE name = $1`,
    [business, alias],
  )

test('all words must match, in any field, order, case and accents; the last by its beginning', async () => {
  await propose(service, {
    targetName: 'Zebra-Käse GmbH',
    location: 'Överkalix',
    reasons: 'Their trucks block the lane. L’usine pollutes.',
    sources: 'https://quagga.example/report-42',
  })
  const hits = ['zebra', 'ZEBRA kä', 'lane överk', 'trucks zeb', 'kase', 'kaese overkalix']
  const joined = ['zebrakase', 'zebra kase', 'usine', "l'usine", 'lusine']
  for (const q of [...hits, ...joined, '"block the lane" zebra', 'zebra -lorries'])
    expect((await find({ q })).names, q).toEqual(['Zebra-Käse GmbH'])
  for (const q of ['ebra', 'zebra truck lane', 'zebra -trucks', '"the trucks"', '', '-x'])
    expect((await find({ q, exact: 'true' })).names, q).toEqual([])
})

test.each([
  ['コカ・コーラを拒否', '日本', 'コーラ', 'コカ'],
  ['星巴克咖啡', '北京市', '巴克', '北京'],
  ['การบินไทยใหม่', 'กรุงเทพ', 'บินไทย', 'กรุง'],
  ['شركة النيل', 'القاهِرة', 'النيل', 'القاهرة'],
  ['हिन्दुस्तान मोटर्स', 'दिल्ली', 'मोटर्स', 'हिन्दु'],
  ['Газпром-Нефтьё', 'Москва', 'нефтье', 'газпр'],
  ['Ελληνικές Αερογραμμές', 'Αθήνα', 'αθηνα ελλη', 'ΕΛΛΗΝΙΚΕΣ αερ'],
  ['삼성전자의', '서울', '전자', '삼성'],
])('finds %s', async (targetName, location, ...queries) => {
  await propose(service, { targetName, location })
  for (const q of queries) {
    const { body, names } = await find({ q, exact: 'true' })
    expect(names, q).toContain(targetName)
    const own = body.find(
      (one) => one.type === 'boycott' && one.submission.targetName === targetName,
    )
    const parts = Object.values(own?.matches ?? {}).flatMap((text) => text ?? [])
    expect(
      parts.some(({ marked }) => marked),
      q,
    ).toBe(true)
  }
})

test('names are found before places, and places before reasons', async () => {
  await propose(service, { targetName: 'Alpha', location: 'Rome', reasons: 'It copies Quillon.' })
  await propose(service, { targetName: 'Beta', location: 'Quillon', reasons: 'None.' })
  await propose(service, { targetName: 'Quillon Group', location: 'Rome', reasons: 'None.' })
  await propose(service, { targetName: 'Quillon', location: 'Rome', reasons: 'None.' })
  const expected = ['Quillon', 'Quillon Group', 'Beta', 'Alpha']
  const { names, total, body } = await find({ q: 'quillon' })
  expect({ names, total }).toEqual({ names: expected, total: 4 })
  expect(body[2]).toMatchObject({ matches: { location: [{ text: 'Quillon', marked: true }] } })
  expect(body[3]).toMatchObject({
    matches: {
      reasons: [
        { text: 'It copies ', marked: false },
        { text: 'Quillon', marked: true },
        { text: '.', marked: false },
      ],
    },
  })
  expect((await find({ q: 'quillon', sort: 'new' })).names).toEqual(expected)
  expect((await find({ q: 'quillon', page: '2', limit: '3' })).names).toEqual(['Alpha'])
  // The other plan, which is for words of many submissions, has the same results.
  await indexAll()
  await service.db.query(
    `UPDATE public_counts SET count = 1000000
     WHERE category = '' AND country = '' AND day = '-infinity'`,
  )
  await service.db.query(`UPDATE word_counts SET submissions = 400000 WHERE word = 'quillon'`)
  expect((await find({ q: 'quillon' })).names).toEqual(expected)
  expect((await find({ q: 'quillon', sort: 'new' })).names).toEqual(expected)
  expect((await find({ q: 'quillon -group', sort: 'top' })).names).toEqual([
    'Quillon',
    'Beta',
    'Alpha',
  ])
})

test('filters and orders', async () => {
  const { id, business } = await propose(service, { targetName: 'Filtron One', category: 'media' })
  await propose(service, { targetName: 'Filtron Two', category: 'fashion' })
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: newMember() })
  await service.db.query(`UPDATE submissions SET country = 'FR' WHERE id = $1`, [id])
  await service.db.query(
    `UPDATE submissions SET created_at = now() - interval '8 days' WHERE id = $1`,
    [id],
  )
  const q = 'filtron'
  expect((await find({ q, category: 'media' })).names).toEqual(['Filtron One'])
  expect((await find({ q, country: 'FR' })).names).toEqual(['Filtron One'])
  expect((await find({ q, country: 'DE' })).names).toEqual([])
  expect((await find({ q, business: business.id })).names).toEqual(['Filtron One'])
  expect((await find({ q, business: 'nothing0', exact: 'true' })).names).toEqual([])
  expect((await find({ q, period: 'week' })).names).toEqual(['Filtron Two'])
  expect((await find({ q, period: 'month', sort: 'top' })).names).toEqual([
    'Filtron One',
    'Filtron Two',
  ])
  expect((await find({ q, sort: 'new' })).names).toEqual(['Filtron Two', 'Filtron One'])
})

test('businesses are found by name, alias and owner, and so are their boycotts', async () => {
  await propose(service, { targetName: 'Vextra Foods' })
  await propose(service, { targetName: 'Umbrella Holding' })
  await addAlias('Vextra Foods', 'Old Miller’s')
  await service.db.query(
    `UPDATE businesses SET parent_id = (SELECT id FROM businesses WHERE name = 'Umbrella Holding')
     WHERE name = 'Vextra Foods'`,
  )
  await indexAll()
  for (const q of ['old millers', 'vextra', "miller's"]) {
    expect((await find({ q })).names, q).toEqual(['Vextra Foods'])
    expect((await find({ q, type: 'businesses' })).names, q).toEqual(['Vextra Foods'])
  }
  const { body } = await find({ q: 'millers', type: 'businesses' })
  expect(body[0]).toMatchObject({
    type: 'business',
    matches: {
      alias: [
        { text: 'Old ', marked: false },
        { text: 'Miller’s', marked: true },
      ],
    },
  })
  const family = ['Umbrella Holding', 'Vextra Foods']
  expect((await find({ q: 'umbrella', type: 'businesses' })).names).toEqual(family)
  expect((await find({ q: 'umbrella' })).names).toEqual(family)
  await propose(service, { targetName: 'Ondine' })
  await service.db.query(
    `UPDATE business_names SET business_id = (SELECT id FROM businesses WHERE name = 'Ondine')
     WHERE name = 'Old Miller’s'`,
  )
  await indexAll()
  expect((await find({ q: 'old millers' })).names).toEqual(['Ondine'])
  expect((await find({ q: 'old millers', type: 'businesses' })).names).toEqual(['Ondine'])
})

test('other spellings are searched for where little is found, unless the text is exact', async () => {
  await propose(service, { targetName: 'Kwertlestone', reasons: 'Its Chocolate is bitter.' })
  await indexAll()
  for (const q of ['kwertleston', 'kwertlstone', 'wkertlestone chocolat', 'kwertle stone']) {
    expect((await find({ q })).names, q).toEqual(['Kwertlestone'])
  }
  expect(await find({ q: 'kwertelstonne "bitter"' })).toMatchObject({
    names: ['Kwertlestone'],
    total: 1,
    correctedTo: 'kwertlestone "bitter"',
  })
  expect(await find({ q: 'kwertelstonne', exact: 'true' })).toMatchObject({
    names: [],
    correctedTo: null,
  })
  expect(await suggestionsFor('kwertelstone')).toEqual({
    businesses: ['Kwertlestone'],
    boycotts: ['Kwertlestone'],
  })
})

test('suggestions begin with the text or have its words, the strongest first', async () => {
  const names = ['Plinth Energy', 'Plinthia', 'The Plinth', 'Unplinth']
  const made = []
  for (const targetName of names) made.push(await propose(service, { targetName }))
  await decide(service, made[1]?.id ?? '', { action: { kind: 'super-boost', boostValue: 5 } })
  const expected = ['Plinthia', 'Plinth Energy', 'The Plinth']
  expect((await suggestionsFor('plin')).boycotts).toEqual(expected)
  expect((await suggestionsFor('plinth')).businesses.toSorted()).toEqual(expected.toSorted())
  expect(await suggestionsFor('')).toEqual({ businesses: [], boycotts: [] })
})

test('similar submissions are about the same business or the same matter', async () => {
  await propose(service, {
    targetName: 'Gorblin Ltd.',
    reasons: 'It dumps vorpalite into the river.',
  })
  await propose(service, { targetName: 'Someone Else', reasons: 'They dump vorpalite too.' })
  await indexAll()
  expect(await similarTo({ targetName: 'gorblin' })).toEqual(['Gorblin Ltd.'])
  expect(await similarTo({ targetName: 'Gorbiln' })).toEqual(['Gorblin Ltd.'])
  expect(await similarTo({ targetName: 'GORBLIN', reasons: 'vorpalite in our river' })).toEqual([
    'Gorblin Ltd.',
    'Someone Else',
  ])
  expect(await similarTo({ targetName: '"-', reasons: '-"' })).toEqual([])
})

test('a removed submission is found nowhere, at once', async () => {
  const { id } = await propose(service, { targetName: 'Secretum', reasons: 'Hushington.' })
  await indexAll()
  expect((await find({ q: 'secretum' })).total).toBe(1)
  await remove(service, id)
  for (const q of ['secretum', 'secretun', 'hushington', 'hushingtn', id]) {
    expect(await find({ q }), q).toMatchObject({ names: [], total: 0, correctedTo: null })
    expect(await find({ q, type: 'businesses' }), q).toMatchObject({ names: [], correctedTo: null })
    expect(await suggestionsFor(q)).toEqual({ businesses: [], boycotts: [] })
    expect(await similarTo({ targetName: q, reasons: 'Hushington' })).toEqual([])
  }
})

test('a filter that few rows pass finds all its matches of a frequent word', async () => {
  await addManyRows(8_100)
  const { rows: islets } = await service.db.query<{ id: string }>(
    `SELECT business_id AS id FROM submissions WHERE target_name = 'Islet 4'`,
  )
  const q = 'trundlefax'
  const names = ['Islet 4', 'Islet 3', 'Islet 2', 'Islet 1']
  const filters = [
    { country: 'IS' },
    { category: 'platform' },
    { category: 'platform', country: 'IS' },
    { country: 'IS', period: 'year' },
  ] as const
  for (const filter of filters) {
    for (const sort of ['relevance', 'new', 'top'] as const)
      expect(await find({ q, sort, ...filter }), JSON.stringify({ sort, filter })).toMatchObject({
        names,
        total: 4,
      })
  }
  const ofBusiness = await find({ q, business: islets[0]?.id })
  expect(ofBusiness).toMatchObject({ names: ['Islet 4'], total: 1 })
  const excluded = await find({ q: 'trundlefax -islet', country: 'IS', exact: 'true' })
  expect(excluded).toMatchObject({ names: [], total: 0 })
  expect((await find({ q, country: 'FJ', exact: 'true' })).total).toBe(0)
  expect((await find({ q, country: 'US' })).total).toBe(maxSearchResults)
})

/**
 * This many strong and new submissions in the US, and eight weak ones in Iceland. All have the word, except four in
 * Iceland.
 */
const addManyRows = async (count: number): Promise<void> => {
  await insertMany(
    service.database.ownerUrl,
    `INSERT INTO submissions
       (id, target_name, location, category, country, reasons, score, created_at)
     SELECT 'm' || lpad(n::text, 7, '0'), 'Mainland', 'Springfield', 'service', 'US', 'Trundlefax.',
       1000, now() - n * interval '1 second'
     FROM generate_series(1, $1::integer) AS n
     UNION ALL
     SELECT 'i' || lpad(n::text, 7, '0'), 'Islet ' || n, 'Springfield', 'platform', 'IS',
       CASE WHEN n < 5 THEN 'Trundlefax.' ELSE 'None.' END, n,
       now() - interval '30 days' + n * interval '1 second'
     FROM generate_series(1, 8) AS n`,
    [count],
  )
  await service.db.query(
    `INSERT INTO submission_search (submission_id, words, name)
     SELECT id, setweight(to_tsvector('simple', target_name), 'A') || to_tsvector('simple', reasons),
       lower(target_name)
     FROM submissions WHERE target_name = 'Mainland' OR target_name LIKE 'Islet %'
     ORDER BY id DESC`,
  )
  await indexAll()
}

test('no text causes an error', async () => {
  const strange = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...`"'-:*&|!()<>\\ %_ab日ก́‏०`), maxLength: 60 }),
  )
  const usual = {
    category: 'media',
    country: 'FR',
    period: 'year',
    business: 'nothing0',
  } as const
  await fc.assert(
    fc.asyncProperty(strange, fc.constantFrom('relevance', 'new', 'top'), async (q, sort) => {
      for (const query of [{ q, sort }, { q, sort, type: 'businesses', ...usual } as const]) {
        const { status } = await service.call(search, { query })
        expect([200, 400]).toContain(status)
      }
      expect([200, 400]).toContain((await service.call(suggest, { query: { q } })).status)
      const similar = await service.call(findSimilar, { query: { targetName: q, reasons: q } })
      expect([200, 400]).toContain(similar.status)
    }),
    { numRuns: 60 },
  )
  const long = { q: 'a b '.repeat(50) }
  expect((await service.call(search, { query: long })).status).toBe(200)
  expect((await service.call(search, { query: { q: 'a'.repeat(201) } })).status).toBe(400)
  expect(maxSearchResults).toBeGreaterThanOrEqual(300)
})
