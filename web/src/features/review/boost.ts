import { boostLimits, superBoostSubmission } from '@answerable/contracts/decisions'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { call } from '../../api/call.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

/** Parses a whole number in base 10. Empty text is 0, invalid text undefined. */
export const parseBoost = (typed: string): number | undefined => {
  const text = typed.trim().replace('−', '-')
  if (text === '') return 0
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const value = Number.parseInt(text, 10)
  // -0 would be sent as 0 but shown as −0.
  return value >= boostLimits.min && value <= boostLimits.max ? value + 0 : undefined
}

type Options = { onDecided: () => void; onConflict: () => void }

/** Sets a boost. The page shows the result only after the response. */
export const useBoost = (
  { id, version }: Pick<AdminSubmission, 'id' | 'version'>,
  options: Options,
) =>
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
    ...options,
  })
