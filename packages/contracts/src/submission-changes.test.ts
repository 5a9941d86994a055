import fc from 'fast-check'
import { expect, test } from 'vitest'
import { submissionChanged } from './events.ts'
import { isSubmissionChanges } from './submission-changes.ts'

const change = {
  submissionId: 'Ab3dEf9h',
  version: 3,
  score: -1,
  commentCount: 0,
  participantCount: 2,
  status: 'partly-met',
  approved: true,
  cause: 'numbers',
  sections: ['timeline', 'response'],
}

/** A change with some fields missing, unknown, or with values of others. */
const anyChange = fc
  .tuple(
    fc.subarray(Object.keys(change)),
    fc.dictionary(
      fc.constantFrom(...Object.keys(change), 'later'),
      fc.oneof(
        fc.constantFrom(...Object.values(change), 'created', 'decision', 'active', 'AAAAAAAA\n'),
        fc.constantFrom(
          null,
          undefined,
          [],
          ['alternatives'],
          ['other'],
          {},
          2 ** 53,
          0.5,
          Number.NaN,
        ),
        fc.anything(),
      ),
      { maxKeys: 2 },
    ),
    fc.boolean(),
  )
  .map(([kept, others, isWhole]) => ({
    ...(isWhole
      ? change
      : Object.fromEntries(Object.entries(change).filter(([key]) => kept.includes(key)))),
    ...others,
  }))

const isAccepted = (payload: unknown): boolean =>
  submissionChanged.payload.safeParse(payload).success

test('the fast check accepts a change with and without its optional fields', () => {
  const { participantCount, status, sections, ...older } = change
  for (const changes of [[], [change], [older], [older, change]])
    expect(isSubmissionChanges({ changes })).toBe(true)
})

test('the fast check and the schema agree on every payload, and the schema changes none', () => {
  const payloads = fc.oneof(
    fc.array(anyChange, { maxLength: 3 }).map((changes) => ({ changes })),
    fc.array(anyChange, { maxLength: 1 }).map((changes) => ({ changes, later: 1 })),
    fc.anything(),
  )
  fc.assert(
    fc.property(payloads, (payload) => {
      expect(isSubmissionChanges(payload)).toBe(isAccepted(payload))
      if (isSubmissionChanges(payload))
        expect(submissionChanged.payload.parse(payload)).toEqual(payload)
    }),
    { numRuns: 2_000 },
  )
})
