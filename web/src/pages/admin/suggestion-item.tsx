import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import { suggestionKinds } from '@answerable/contracts/businesses'
import { noteLimits } from '@answerable/contracts/decisions'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useDecideOnSuggestion } from '../../features/suggestion-decisions/suggestion-decisions.ts'
import { Field } from '../../ui/field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

type SuggestionItemProps = { suggestion: AdminSuggestion; onDecided: () => void }

export const SuggestionItem = ({ suggestion, onDecided }: SuggestionItemProps) => {
  const { business, kind, value, other, reason, source, author, createdAt, state } = suggestion
  return (
    <li className="record">
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
        <Outcome suggestion={suggestion} />
      )}
    </li>
  )
}

const Outcome = ({ suggestion }: { suggestion: AdminSuggestion }) => (
  <p>
    {suggestion.state === 'accepted' ? 'Accepted' : 'Declined'}
    {suggestion.note !== null && (
      <>
        : <bdi>{suggestion.note}</bdi>
      </>
    )}
  </p>
)

const SuggestionControls = ({ suggestion, onDecided }: SuggestionItemProps) => {
  const [note, setNote] = useState('')
  const decide = useDecideOnSuggestion(suggestion, onDecided)
  const { kind, value, other, business } = suggestion
  const subject = `${suggestionKinds[kind]}: ${other?.name ?? value}, ${business.name}`
  return (
    <div className="decision">
      <Field
        label="Note to the author (required to decline)"
        error={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
        length={{ used: note.length, limit: noteLimits.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input growing"
            rows={1}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="decision-buttons">
        <button
          type="button"
          className="button-secondary"
          aria-label={`Accept: ${subject}`}
          disabled={decide.isPending}
          onClick={() => decide.mutate({ kind: 'accept', note })}
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
  )
}
