import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import { suggestionKinds } from '@answerable/contracts/businesses'
import { useId, useState } from 'react'
import { NoteField } from '../../features/decisions/note-field.tsx'
import { MergeConfirmation } from '../../features/suggestion-decisions/merge-confirmation.tsx'
import { useDecideOnSuggestion } from '../../features/suggestion-decisions/suggestion-decisions.ts'
import { UndoMerge } from '../../features/suggestion-decisions/undo-merge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

type SuggestionItemProps = { suggestion: AdminSuggestion; onDecided: () => void }

export const SuggestionItem = ({ suggestion, onDecided }: SuggestionItemProps) => {
  const { business, kind, value, other, reason, source, author, createdAt, state } = suggestion
  return (
    <li className="record wrap-anywhere">
      <h2 className="subheading">
        <bdi>{business.name}</bdi>
      </h2>
      <p>
        {suggestionKinds[kind]}: <bdi className="font-semibold">{other?.name ?? value}</bdi>
      </p>
      <p className="whitespace-pre-line break-words">
        <bdi>{reason}</bdi>
      </p>
      {source !== null && (
        <p className="break-words">
          Source: <bdi>{source}</bdi>
        </p>
      )}
      <p className="quiet">
        {author?.username ?? 'Unknown'}, <RelativeTime at={createdAt} />
      </p>
      {state === 'open' ? (
        <SuggestionControls suggestion={suggestion} onDecided={onDecided} />
      ) : (
        <Outcome suggestion={suggestion} onDecided={onDecided} />
      )}
    </li>
  )
}

const Outcome = ({ suggestion, onDecided }: SuggestionItemProps) => {
  const { state, note, undoableMerge } = suggestion
  return (
    <>
      <p>
        {state === 'accepted' ? 'Accepted' : 'Declined'}
        {note !== null && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
      </p>
      {undoableMerge !== null && (
        <UndoMerge
          suggestion={suggestion}
          businessId={undoableMerge.businessId}
          onDecided={onDecided}
        />
      )}
    </>
  )
}

const SuggestionControls = ({ suggestion, onDecided }: SuggestionItemProps) => {
  const [note, setNote] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const panel = useId()
  const decide = useDecideOnSuggestion(suggestion, onDecided)
  const { kind, value, other, business } = suggestion
  const subject = `${suggestionKinds[kind]}: ${other?.name ?? value}, ${business.name}`
  const accept = () => decide.mutate({ kind: 'accept', note })
  return (
    <>
      <div className="decision">
        <NoteField
          label="Note to the author (required to decline)"
          note={note}
          error={decide.error}
          onChange={setNote}
        />
        <div className="decision-buttons">
          <button
            type="button"
            className="button-secondary"
            aria-label={`Accept: ${subject}`}
            disabled={decide.isPending}
            {...(kind === 'merge' && { 'aria-expanded': isConfirming, 'aria-controls': panel })}
            onClick={() => (kind === 'merge' ? setConfirming(!isConfirming) : accept())}
          >
            Accept
          </button>
          <button
            type="button"
            className="button-secondary"
            data-tone="signal"
            aria-label={`Decline: ${subject}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'decline', note })}
          >
            Decline
          </button>
        </div>
      </div>
      <div id={panel}>
        {isConfirming && other !== null && (
          <MergeConfirmation
            id={business.id}
            otherId={other.id}
            isPending={decide.isPending}
            onConfirm={accept}
          />
        )}
      </div>
    </>
  )
}
