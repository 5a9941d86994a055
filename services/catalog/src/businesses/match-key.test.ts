import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const keysOf = async (names: readonly string[]): Promise<string[]> => {
  const { rows } = await service.db.query<{ keys: string[] }>(
    `SELECT array_agg(match_key(name) ORDER BY place) AS keys
     FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place)`,
    [names],
  )
  return rows[0]?.keys ?? []
}

test.each([
  ['acme', 'Acme', 'ACME', 'Acme Inc.', 'Acme, Inc', 'ACME LTD.', 'Acme LLC', 'acme plc', 'Acme™'],
  ['bosch', 'Bosch GmbH', 'BOSCH', 'Bosch GmbH & Co. KG'],
  ['nestle', 'Nestlé', 'NESTLE', 'Nestlé S.A.', 'Nestle\u0301 SA'],
  ['barilla', 'Barilla S.p.A.', 'Barilla'],
  ['philips', 'Philips B.V.', 'PHILIPS BV'],
  ['cocacola', 'Coca-Cola', 'Coca Cola', 'CocaCola', 'Coca‑Cola Co.', 'Coca-Cola Corp.'],
  ['mcdonalds', 'McDonald’s', "McDonald's", 'McDonalds', 'ＭｃＤｏｎａｌｄｓ'],
  ['strasse', 'Straße AG', 'STRASSE'],
  ['istanbul', 'İstanbul', 'ISTANBUL', 'ıstanbul'],
  ['orsted', 'Ørsted A/S', 'Orsted'],
  ['σισυφοσ', 'Σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ['ромашка', 'ООО «Ромашка»', 'РОМАШКА'],
  ['トヨタ自動車', 'トヨタ自動車株式会社', 'ﾄﾖﾀ自動車（株）', 'トヨタ自動車'],
  ['華為技術', '華為技術有限公司', '華為技術'],
  ['امازون', 'أَمازون', 'أمازون', 'امازون'],
  ['हिन्दुस्तान', 'हिन्दुस्तान', 'हिन्दुस्तान Ltd.'],
])('%s is the key of all spellings of one name', async (key, ...names) => {
  expect(await keysOf(names)).toEqual(names.map(() => key))
})

test.each([
  ['Disney', 'Disney+'],
  ['C', 'C++'],
  ['क्ष', 'कष'],
  ['!!!', '?!'],
  ['🔥', '🧊'],
  ['Inc.', 'Ltd.'],
  ['株式会社', '有限会社'],
])('%s and %s are two names', async (one, other) => {
  const [first, second] = await keysOf([one, other])
  expect(first).not.toBe(second)
})

test('only a legal form, punctuation or emoji is a key, too', async () => {
  const names = [
    'Inc.',
    'Co. Ltd.',
    'S.A.',
    '!!!',
    '…',
    '🔥',
    '❤️',
    '❤',
    '+++',
    '\u0301',
    '株式会社',
  ]
  expect(await keysOf(names)).toEqual([
    'inc',
    'co',
    'sa',
    '!!!',
    '...',
    '🔥',
    '❤',
    '❤',
    '+++',
    '\u0301',
    '株式会社',
  ])
})

test('a key is never empty, fits into an index, and does not depend on case, accents or legal forms', async () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter(isStorable)
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 20, maxLength: 60 }), async (given) => {
      const keys = await keysOf(given)
      for (const key of keys) {
        expect(key).not.toBe('')
        expect(Buffer.byteLength(key)).toBeLessThan(1_000)
      }
      expect(await keysOf(given.map((name) => ` ${name}  `))).toEqual(keys)
      expect(await keysOf(given.map((name) => name.normalize('NFD')))).toEqual(keys)
    }),
    { numRuns: 40 },
  )
  const words = fc.string({
    unit: fc.constantFrom(...'abzÄéñøŁ09дЖΩ株ア'),
    minLength: 3,
    maxLength: 20,
  })
  const forms = fc.constantFrom('Inc.', 'GmbH', ', Ltd', ' S.A.', 'plc', 'B.V.', 'Co.', 'S.p.A.')
  await fc.assert(
    fc.asyncProperty(words, forms, async (word, form) => {
      const [key, ...others] = await keysOf([
        word,
        word.toUpperCase(),
        `${word} ${form}`,
        `«${word}»!`,
      ])
      expect(others).toEqual(others.map(() => key))
    }),
    { numRuns: 200 },
  )
})

const isStorable = (name: string): boolean =>
  name.isWellFormed() && !name.includes('\0') && name.trim() !== ''
