import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelOf, levelsUpTo } from './map-levels.ts'

test('few boycotts have a colour for each number, many have ranges', () => {
  expect(levelsUpTo(0)).toEqual([])
  expect(levelsUpTo(2)).toEqual([
    { from: 1, to: 1 },
    { from: 2, to: 2 },
  ])
  expect(levelsUpTo(10_000)).toEqual([
    { from: 1, to: 10 },
    { from: 11, to: 100 },
    { from: 101, to: 1_000 },
    { from: 1_001, to: 10_000 },
  ])
})

test('every number up to the largest has a level, and none has no level', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat({ max: 999_999 }), (most, some) => {
      const levels = levelsUpTo(most)
      expect(levelOf(levels, (some % most) + 1)).toBeGreaterThan(0)
      expect(levelOf(levels, most)).toBe(levels.length)
      expect(levelOf(levels, 0)).toBe(0)
    }),
  )
})
