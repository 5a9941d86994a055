import { pageSize } from '@answerable/contracts/paging'
import { sorts } from '@answerable/contracts/submissions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newestOf } from '../../features/submissions/freshness.ts'
import { aSubmission, idOf } from '../../testing/submissions.ts'
import { pagingOf } from '../../ui/paging.ts'
import { feedAddress, readFeedPlace } from './feed-address.ts'
import { hasNewOrder, rowsInShownOrder } from './feed-order.ts'

const searchOf = (address: string) => new URLSearchParams(address.split('?')[1] ?? '')

test('the address of every feed page parses back to that page', () => {
  const place = fc.record({
    page: fc.integer({ min: 1, max: 100_000 }),
    sort: fc.constantFrom(...sorts),
  })
  fc.assert(
    fc.property(place, (one) => {
      expect(readFeedPlace(searchOf(feedAddress(one)))).toEqual(one)
    }),
  )
  expect(feedAddress({ page: 1, sort: 'hot' })).toBe('/')
  expect(feedAddress({ page: 2, sort: 'new' })).toBe('/?sort=new&page=2')
})

test('filters are part of the address; invalid ones, and a period without Top, are not', () => {
  const filters = { category: 'brand', country: 'FR', business: 'aB3dE6gH' } as const
  const place = { page: 2, sort: 'top', ...filters, period: 'week' } as const
  expect(feedAddress(place)).toBe(
    '/?sort=top&category=brand&country=FR&business=aB3dE6gH&period=week&page=2',
  )
  expect(readFeedPlace(searchOf(feedAddress(place)))).toEqual(place)
  expect(feedAddress({ ...place, sort: 'hot' })).not.toContain('period')
  for (const wrong of [
    'category=toString',
    'country=fr',
    'business=a',
    'period=week',
    'sort=hot&period=day',
  ]) {
    expect(readFeedPlace(new URLSearchParams(wrong))).toEqual({ page: 1, sort: 'hot' })
  }
})

test('an invalid address is the first page of Hot', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (page, sort) => {
      const place = readFeedPlace(new URLSearchParams({ page, sort }))
      expect(Number.isInteger(place.page) && place.page >= 1 && place.page <= 100_000).toBe(true)
      expect(sorts).toContain(place.sort)
    }),
  )
  expect(readFeedPlace(new URLSearchParams('page=0&sort=worst'))).toEqual({ page: 1, sort: 'hot' })
})

test('a short page is the last one, and so is one that ends with the last row', () => {
  expect(pagingOf(1, 30, 31)).toEqual({
    first: 1,
    last: 30,
    total: 31,
    hasPrevious: false,
    hasNext: true,
  })
  expect(pagingOf(2, 1, 31)).toMatchObject({
    first: 31,
    last: 31,
    hasPrevious: true,
    hasNext: false,
  })
  expect(pagingOf(1, 30, 30)).toMatchObject({ hasNext: false })
  expect(pagingOf(1, 12, 40)).toMatchObject({ hasNext: false })
  expect(pagingOf(9, 0, 38)).toMatchObject({ first: 0, last: 0, hasPrevious: true, hasNext: false })
})

test('the pages together show every submission once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (total) => {
      let seen = 0
      for (let page = 1; ; page += 1) {
        const rows = Math.min(pageSize, total - seen)
        const { first, last, hasNext } = pagingOf(page, rows, total)
        if (rows > 0) expect(first).toBe(seen + 1)
        if (rows > 0) expect(last).toBe(seen + rows)
        seen += rows
        if (!hasNext) break
      }
      expect(seen).toBe(total)
    }),
  )
})

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 12 })
const rows = (numbers: readonly number[], version: number) =>
  numbers.map((number) => aSubmission({ id: idOf(number), version, score: version }))

test('rows keep their order and show the newest figures', () => {
  fc.assert(
    fc.property(ids, ids, (shownIds, latestIds) => {
      const result = rowsInShownOrder(rows(shownIds, 1), rows(latestIds, 2), new Set())
      expect(result.map(({ id }) => id)).toEqual(shownIds.map(idOf))
      for (const row of result) {
        const isLatest = latestIds.map(idOf).includes(row.id)
        expect(row.score).toBe(isLatest ? 2 : 1)
      }
    }),
  )
})

test('a decided submission that left the list leaves the page', () => {
  const shown = rows([1, 2, 3], 1)
  const decided = new Set([idOf(2), idOf(3)])
  const result = rowsInShownOrder(shown, rows([1, 3], 2), decided)
  expect(result.map(({ id }) => id)).toEqual([idOf(1), idOf(3)])
})

test('a new order is offered exactly when it differs from the shown one', () => {
  fc.assert(
    fc.property(ids, ids, (shownIds, latestIds) => {
      const differs = shownIds.join() !== latestIds.join()
      expect(hasNewOrder(rows(shownIds, 1), rows(latestIds, 2))).toBe(differs)
    }),
  )
})

test('of two responses the one with the higher version is used', () => {
  const older = aSubmission({ version: 4, score: 1 })
  const newer = aSubmission({ version: 5, score: 2 })
  expect(newestOf(newer, older)).toBe(newer)
  expect(newestOf(older, newer)).toBe(newer)
  expect(newestOf(undefined, older)).toBe(older)
  const sameForAnother = aSubmission({ version: 5, userVote: 1 })
  expect(newestOf(newer, sameForAnother)).toBe(sameForAnother)
})
