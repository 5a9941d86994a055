import { boostLimits, superBoostSubmission } from '@answerable/contracts/decisions'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { call } from '../../api/call.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

/** What was typed as a whole number in base 10; nothing is 0, and what is no such number is undefined. */
export const parseBoost = (typed: string): number | undefined => {
  const text = typed.trim().replace('−', '-')
  if (text === '') return 0
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const value = Number.parseInt(text, 10)
  // -0 would be sent as 0 and shown as −0.
  return value >= boostLimits.min && value <= boostLimits.max ? value + 0 : undefined
}

type Wires = { onDecided: () => void; onConflict: () => void }

/** Sets a boost; nothing is shown as set before the answer says so. */
export const useBoost = ({ id, version }: Pick<AdminSubmission, 'id' | 'version'>, wires: Wires) =>
  useDecision({
    requestOf: ({ boostValue, reason }: { boostValue: number; reason: Reason }) => ({
      params: { id },
      body: { boostValue, ...reasonBody(reason), expectedVersion: version },
    }),
    send: (request, options) => call(superBoostSubmission, request, options),
    done: (_answer, { boostValue }) => ({
      title: 'Super boost updated',
      description: `Boost value set to ${boostValue} for enhanced ranking`,
    }),
    failed: () => 'Failed to update super boost',
    submissionId: id,
    ...wires,
  })
