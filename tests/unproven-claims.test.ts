import { expect, test } from 'vitest'
import { sortUnproven } from '../e2e/specification/unproven.ts'

const failed = [
  { file: 'caches.journey.ts', title: 'reads are kept', source: "holds('page size: 30')" },
]

test('reports claims of failed journeys by journey and claims without a journey as missing', () => {
  expect(sortUnproven(['page size: 30', 'toast limit: 1'], failed)).toEqual({
    missing: ['toast limit: 1'],
    notes: ["not proven: 'page size: 30', because this failed: caches.journey.ts › reads are kept"],
  })
  expect(sortUnproven(['page size: 30'], []).missing).toEqual(['page size: 30'])
})
