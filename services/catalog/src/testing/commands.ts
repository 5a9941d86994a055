import type { DecisionAction } from '@answerable/contracts/decisions'
import fc from 'fast-check'
import type { Sent } from './explain.ts'
import type { Operation } from './submission-model.ts'

export const clientCount = 4
/** Decisions by number, so that some occur twice. */
export const decisionCount = 21

const action: fc.Arbitrary<DecisionAction> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'approve' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'remove' } as const) },
  fc.constant({ kind: 'release-votes' } as const),
  fc.constant({ kind: 'void-votes' } as const),
  fc.record({
    kind: fc.constant('super-boost' as const),
    boostValue: fc.integer({ min: -9, max: 9 }),
  }),
)
const by = fc.nat({ max: clientCount - 1 })
const of = <Kind extends Operation['kind']>(kind: Kind) =>
  fc.record({ kind: fc.constant(kind), by })
const value = fc.constantFrom(1 as const, -1 as const)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('vote' as const), by, value }) },
  { weight: 2, arbitrary: of('withdraw') },
  { weight: 3, arbitrary: of('join') },
  of('part'),
  of('flag'),
  of('comment'),
  of('read'),
  fc.record({
    kind: fc.constant('decide' as const),
    by,
    decision: fc.nat({ max: decisionCount - 1 }),
    action,
  }),
)
const onOne = fc.record({ target: fc.constantFrom('into' as const, 'from' as const), operation })
const onBoth = fc.record({
  target: fc.constant('both' as const),
  operation: fc.record({
    kind: fc.constantFrom('leave' as const, 'merge' as const, 'unmerge' as const),
    by,
  }),
})
const sent: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 6, arbitrary: onOne },
  { weight: 1, arbitrary: onBoth },
)

/** Several concurrent deletions would have too many possible orders. */
const withOneLeaver = <Each extends Sent>(all: Each[]): Each[] => {
  const leaver = all.find(({ operation: { kind } }) => kind === 'leave')
  return all.filter((one) => one.operation.kind !== 'leave' || one === leaver)
}

/** Concurrent requests of clients to two submissions, which merges join, through two instances. */
export const command = fc
  .array(fc.record({ instance: fc.nat({ max: 1 }), sent }), { maxLength: 4 })
  .map((all) =>
    withOneLeaver(
      all.map(({ instance, sent: one }): Sent & { instance: number } => ({ ...one, instance })),
    ),
  )
