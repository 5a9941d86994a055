import type { DecisionKind } from '@answerable/contracts/decisions'
import { signed } from '../../ui/figures.ts'

const words = {
  approve: 'Approved',
  remove: 'Removed',
  uphold: 'Removal upheld',
  suspend: 'Account suspended',
  reinstate: 'Account reinstated',
} as const satisfies Record<Exclude<DecisionKind, 'super-boost'>, string>

/** What was decided: 'Removed', 'Boosted: +50'. */
export const decisionWords = (decision: {
  kind: DecisionKind
  boostValue: number | null
}): string =>
  decision.kind === 'super-boost' ? boostWords(decision.boostValue ?? 0) : words[decision.kind]

const boostWords = (value: number): string => {
  if (value === 0) return 'Boost taken back'
  return `${value > 0 ? 'Boosted' : 'Lowered'}: ${signed(value)}`
}
