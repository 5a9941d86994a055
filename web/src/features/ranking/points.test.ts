import { hotHalfStepSeconds } from '@answerable/contracts/ranking'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointsAt } from './points.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

test('the shown points add up to the shown rank value', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.integer({ min: -1_000, max: 1_000 }),
      fc.integer({ min: 0, max: 400_000_000 }),
      (score, superBoost, ageSeconds) => {
        const pointsOf = (of: number) => Math.sign(of) * Math.log10(Math.max(Math.abs(of), 1))
        const timePoints = (now / 1000 - ageSeconds) / hotHalfStepSeconds
        const boostedPoints = pointsOf(score + superBoost)
        const points = pointsAt(
          {
            ...{ id: 'a1B2c3D4', targetName: 'Acme', score, superBoost, timePoints, boostedPoints },
            createdAt: new Date(now - ageSeconds * 1000).toISOString(),
            votePoints: pointsOf(score),
            value: boostedPoints + timePoints,
          },
          now,
        )
        const cents = (value: number) => Math.round(value * 100)
        expect(cents(points.votes) + cents(points.boost) + cents(points.age)).toBe(
          cents(points.total),
        )
        expect(points.age).toBeCloseTo(-ageSeconds / hotHalfStepSeconds, 1)
      },
    ),
  )
})
