import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import { suggestionKinds } from '@answerable/contracts/businesses'
import type { AdminClaim } from '@answerable/contracts/claims'
import type { AdminUpdate } from '@answerable/contracts/update-decisions'
import { useId, useState } from 'react'
import { type DecisionOptions, useDecide } from '../../features/decisions/decide.ts'
import { NotedDecision } from '../../features/decisions/noted-decision.tsx'
import { MergeConfirmation } from '../../features/suggestion-decisions/merge-confirmation.tsx'
import { longDate } from '../../ui/long-date.ts'

const noted = (note: string) => ({ reasonCode: '', note }) as const

/** Buttons to accept and decline a suggestion. A merge is confirmed with its figures. */
export const SuggestionControls = ({
  suggestion,
  onDecided,
  onConflict,
}: DecisionOptions & { suggestion: AdminSuggestion }) => {
  const { id, kind, value, other, business } = suggestion
  const [mergeNote, setMergeNote] = useState<string | null>(null)
  const panel = useId()
  const decide = useDecide('suggestion', { id, name: business.name }, { onDecided, onConflict })
  const accept = (note: string) => decide.mutate({ kind: 'accept', reason: noted(note) })
  const isMerge = kind === 'merge'
  return (
    <>
      <NotedDecision
        label="Note to the author (required to decline)"
        subject={`${suggestionKinds[kind]}: ${other?.name ?? value}, ${business.name}`}
        isPending={decide.isPending}
        error={decide.error}
        confirm={{
          label: 'Accept',
          decide: (note) => {
            if (isMerge) setMergeNote(mergeNote === null ? note : null)
            else accept(note)
          },
          ...(isMerge && { opens: { panel, isOpen: mergeNote !== null } }),
        }}
        refuse={{
          label: 'Decline',
          decide: (note) => decide.mutate({ kind: 'decline', reason: noted(note) }),
        }}
      />
      <div id={panel}>
        {mergeNote !== null && other !== null && (
          <MergeConfirmation
            id={business.id}
            otherId={other.id}
            isPending={decide.isPending}
            onConfirm={() => accept(mergeNote)}
          />
        )}
      </div>
    </>
  )
}

/** Buttons to confirm and decline an update, or to take back a confirmed one. */
export const UpdateControls = ({
  update: { id, submission, date, state },
  onDecided,
  onConflict,
}: DecisionOptions & { update: AdminUpdate }) => {
  const decide = useDecide(
    'update',
    { id, submissionId: submission.id, name: submission.targetName },
    { onDecided, onConflict },
  )
  const isOpen = state === 'open'
  const refusal = isOpen ? 'decline' : 'withdraw'
  return (
    <NotedDecision
      label={`Note to the reporter (${isOpen ? 'required to decline' : 'optional'})`}
      subject={`${submission.targetName}, ${longDate(date)}`}
      isPending={decide.isPending}
      error={decide.error}
      confirm={
        isOpen
          ? {
              label: 'Confirm',
              decide: (note) => decide.mutate({ kind: 'confirm', reason: noted(note) }),
            }
          : null
      }
      refuse={{
        label: isOpen ? 'Decline' : 'Take back',
        decide: (note) => decide.mutate({ kind: refusal, reason: noted(note) }),
      }}
    />
  )
}

/** Buttons to confirm and decline a claim, or to end a representation. */
export const ClaimControls = ({
  claim: { id, business, username, state },
  onDecided,
  onConflict,
}: DecisionOptions & { claim: AdminClaim }) => {
  const decide = useDecide('claim', { id, name: business.name }, { onDecided, onConflict })
  const isReview = state === 'review'
  const refusal = isReview ? 'decline' : 'revoke'
  // A claim for another website than the present one ends by itself.
  if (state === 'ended') return null
  return (
    <NotedDecision
      label={`Note to the member (required to ${isReview ? 'decline' : 'end it'})`}
      subject={`${username ?? 'Unknown'}, ${business.name}`}
      isPending={decide.isPending}
      error={decide.error}
      confirm={
        isReview
          ? {
              label: 'Confirm',
              decide: (note) => decide.mutate({ kind: 'accept', reason: noted(note) }),
            }
          : null
      }
      refuse={{
        label: isReview ? 'Decline' : 'End the representation',
        decide: (note) => decide.mutate({ kind: refusal, reason: noted(note) }),
      }}
    />
  )
}
