import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import { SuggestionFacts } from '../../features/review/request-facts.tsx'
import { UndoMerge } from '../../features/suggestion-decisions/undo-merge.tsx'
import { DecidedNote } from './decided-note.tsx'
import { SuggestionControls } from './request-controls.tsx'

type SuggestionItemProps = { suggestion: AdminSuggestion; onDecided: () => void }

export const SuggestionItem = ({ suggestion, onDecided }: SuggestionItemProps) => (
  <li className="record wrap-anywhere">
    <SuggestionFacts suggestion={suggestion} heading="h2" />
    {suggestion.state === 'open' ? (
      <SuggestionControls suggestion={suggestion} onDecided={onDecided} onConflict={onDecided} />
    ) : (
      <Outcome suggestion={suggestion} onDecided={onDecided} />
    )}
  </li>
)

const Outcome = ({ suggestion, onDecided }: SuggestionItemProps) => {
  const { state, note, undoableMerge } = suggestion
  return (
    <>
      <DecidedNote outcome={state === 'accepted' ? 'Accepted' : 'Declined'} note={note} />
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
