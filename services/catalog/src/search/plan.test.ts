import { expect, test } from 'vitest'
import { planOf, rarePlanOf } from './plan.ts'
import { parseQuery } from './query.ts'
import { frequent, type IndexedTerm } from './words.ts'

const termWith = (all: number, names = 0): IndexedTerm => ({
  term: parseQuery('word').required[0] ?? { text: '', isPhrase: false, isPrefix: false },
  words: [],
  count: { all, names },
})

const none = { indexed: 0, named: 0, filtered: 0, walked: 0 }
const site = { sort: 'relevance', rows: 1_000_000, passing: 1_000_000, isFiltered: false } as const
const filtered = (passing: number) => ({ ...site, passing, isFiltered: true })

test('rare words are read from the index alone, whatever the other words are', () => {
  expect(rarePlanOf([termWith(600_000), termWith(50)], 'relevance')).toEqual({
    ...none,
    indexed: 2_000,
  })
  expect(rarePlanOf([termWith(600_000), termWith(2_001)], 'relevance')).toBeNull()
})

test('on a small site, and of filters that few rows pass, all rows are compared', () => {
  const small = { ...site, rows: 1_500, passing: 1_500 }
  for (const search of [small, filtered(8_000), { ...filtered(8_000), sort: 'top' } as const])
    expect(planOf([termWith(600_000)], search)).toEqual({ ...none, filtered: 8_000 })
})

test('frequent words are found in the order of the result, names in their own index', () => {
  const plan = planOf([termWith(333_000, 40)], site)
  expect(plan).toEqual({ ...none, named: 500, walked: 3_000 })
  expect(planOf([termWith(333_000, 100_000)], site).named).toBe(0)
  expect(planOf([termWith(333_000, 40)], { ...site, sort: 'new' })).toMatchObject({ named: 0 })
})

test('words between rare and frequent, and frequent beginnings, are also looked up in the index', () => {
  for (const all of [10_000, frequent.all])
    expect(planOf([termWith(all)], site)).toEqual({ ...none, indexed: 600, walked: 3_000 })
})

test('the fewer rows pass the filters, the more are read, up to a maximum', () => {
  const terms = [termWith(10_000, 10_000)]
  expect(planOf(terms, filtered(500_000))).toEqual({
    ...none,
    indexed: 1_200,
    named: 1_000,
    walked: 6_000,
  })
  const most = { indexed: 3_000, named: 3_000, walked: 20_000 }
  expect(planOf(terms, filtered(10_000))).toEqual({ ...none, ...most })
  const byTime = { ...none, indexed: 3_000, filtered: 8_000 }
  expect(planOf(terms, { ...filtered(10_000), sort: 'new' })).toEqual(byTime)
})
