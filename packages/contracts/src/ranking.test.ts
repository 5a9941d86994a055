import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hotHalfStepSeconds, hotRank } from './ranking.ts'

const createdAt = new Date('2026-01-01T00:00:00Z')
const later = new Date(createdAt.getTime() + hotHalfStepSeconds * 1000)

test('ten times the votes weighs as much as 22 hours', () => {
  const old = hotRank({ score: 1000, superBoost: 0, createdAt })
  const young = hotRank({ score: 100, superBoost: 0, createdAt: later })
  expect(old).toBeCloseTo(young, 9)
})

test('a boost counts like votes', () => {
  const boosted = hotRank({ score: 3, superBoost: 7, createdAt })
  expect(boosted).toBe(hotRank({ score: 10, superBoost: 0, createdAt }))
})

test('scores of -1, 0 and 1 have the same weight, so age decides', () => {
  const ranks = [-1, 0, 1].map((score) => hotRank({ score, superBoost: 0, createdAt }))
  expect(new Set(ranks).size).toBe(1)
})

test('more votes never rank lower, and younger never ranks lower', () => {
  const score = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(score, score, (one, other) => {
      const rank = (value: number) => hotRank({ score: value, superBoost: 0, createdAt })
      if (one < other) expect(rank(one)).toBeLessThanOrEqual(rank(other))
      expect(hotRank({ score: one, superBoost: 0, createdAt: later })).toBeGreaterThan(rank(one))
    }),
  )
})
