import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageFor } from '../../api/api-error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { isUnconfirmed, useMemberCall } from '../../session/member-call.ts'
import { counted } from '../../ui/figures.ts'
import { useToast } from '../../ui/toast.tsx'
import { markDecided } from '../submissions/decided.ts'
import { type Decided, requestOf, sendDecision } from './decide.ts'
import { type DecidedKind, type PlainDecision, plainDecisions } from './plain-decisions.ts'
import type { Reason } from './reason.ts'

export type ManyKind = 'approve' | 'remove' | 'decline'

/** One of several that are decided together. */
export type OneOfMany = Pick<Decided, 'id' | 'version' | 'submissionId'> & { kind: DecidedKind }

type Input = { choice: ManyKind; reason: Reason; chosen: readonly OneOfMany[] }

const words = { approve: 'approved', remove: 'removed', decline: 'declined' } as const

/**
 * Makes the same decision on several entries, one after the other. Each is a decision of its own in the log; one that
 * fails does not stop the others.
 */
export const useDecideOnMany = (onDecided: (ids: readonly string[]) => void) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  return useMutation({
    mutationFn: async ({ choice, reason, chosen }: Input) => {
      const decided: OneOfMany[] = []
      let failure: unknown
      for (const one of chosen) {
        const decisions: Readonly<Record<string, PlainDecision>> = plainDecisions[one.kind]
        const decision = decisions[choice]
        if (decision === undefined) continue
        const headers = { 'idempotency-key': crypto.randomUUID() }
        try {
          await memberCall(() => sendDecision(decision, requestOf(one, reason), { headers }))
          decided.push(one)
        } catch (error) {
          failure ??= error
          // Each of the others would ask again.
          if (isUnconfirmed(error)) break
        }
      }
      return { decided, failure }
    },
    onSuccess: ({ decided, failure }, { choice, chosen }) => {
      const done = `${decided.length} ${words[choice]}`
      toast(
        decided.length === chosen.length
          ? { title: done }
          : {
              title: `${done}, ${counted(chosen.length - decided.length, 'failure')}`,
              description: messageFor(failure, 'Some decisions failed'),
              variant: 'destructive',
            },
      )
      onDecided(decided.map(({ id }) => id))
      markDecided(
        client,
        decided.flatMap(({ submissionId }) => submissionId ?? []),
      )
      void client.invalidateQueries({ queryKey: queryKeys.admin })
      void client.invalidateQueries({ queryKey: queryKeys.submissions })
    },
  })
}
