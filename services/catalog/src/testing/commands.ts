import type { DecisionAction } from '@answerable/contracts/decisions'
import fc from 'fast-check'
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
  of('flag'),
  of('comment'),
  of('read'),
  of('leave'),
  fc.record({
    kind: fc.constant('decide' as const),
    by,
    decision: fc.nat({ max: decisionCount - 1 }),
    action,
  }),
)
type Sent = { target: number; instance: number; operation: Operation }

/** Several concurrent deletions would have too many possible orders. */
const withOneLeaver = (sent: Sent[]): Sent[] => {
  const leaver = sent.find(({ operation: { kind } }) => kind === 'leave')
  return sent.filter((one) => one.operation.kind !== 'leave' || one === leaver)
}

/** Concurrent requests of clients to two submissions through two instances; an account deletion concerns both. */
export const command = fc
  .array(fc.record({ target: fc.nat({ max: 1 }), instance: fc.nat({ max: 1 }), operation }), {
    maxLength: 4,
  })
  .map(withOneLeaver)
