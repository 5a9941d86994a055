import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { parseQuery } from './query.ts'
import { frequent, type IndexedTerm } from './words.ts'

const termWith = (all: number, names = 0): IndexedTerm => ({
  term: parseQuery('word').required[0] ?? { text: '', isPhrase: false, isPrefix: false },
  words: [],
  count: { all, names },
})

const site = { sort: 'relevance', rows: 1_000_000, isFiltered: false } as const

test('rare words are read from the index alone, whatever the other words are', () => {
  const plan = planOf([termWith(600_000), termWith(50)], site)
  expect(plan).toEqual({ indexed: 2_000, named: 0, walked: 0 })
})

test('on a small site every word is rare', () => {
  expect(planOf([termWith(1_500)], { ...site, rows: 1_500 }).walked).toBe(0)
})

test('frequent words are found in the order of the result, names in their own index', () => {
  expect(planOf([termWith(333_000, 40)], site)).toEqual({ indexed: 0, named: 500, walked: 3_000 })
  expect(planOf([termWith(333_000, 100_000)], site).named).toBe(0)
  expect(planOf([termWith(333_000, 40)], { ...site, sort: 'new' })).toMatchObject({ named: 0 })
})

test('words between rare and frequent, and frequent beginnings, are also looked up in the index', () => {
  for (const all of [10_000, frequent.all]) {
    expect(planOf([termWith(all)], site)).toMatchObject({ indexed: 600, walked: 3_000 })
    expect(planOf([termWith(all)], { ...site, isFiltered: true }).indexed).toBe(3_000)
  }
})
