import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { MergeConfirmation } from './merge-confirmation.tsx'
import { mergeQueries } from './merges.ts'

type MergeFormProps = {
  submission: Pick<AdminSubmission, 'id' | 'targetName'>
  onDecided: () => void
  onConflict: () => void
}

/** Finds the other boycott about the same matter, shows the figures of a merge, and merges. */
export const MergeForm = (props: MergeFormProps) => (
  <div className="mt-3">
    <Disclosure button="Merge with a duplicate" buttonClass="link text-sm">
      {() => <ChoiceOrConfirmation {...props} />}
    </Disclosure>
  </div>
)

const ChoiceOrConfirmation = ({ submission, ...events }: MergeFormProps) => {
  const [chosen, setChosen] = useState<string>()
  return chosen === undefined ? (
    <Choices submission={submission} onChoose={setChosen} />
  ) : (
    <MergeConfirmation
      id={submission.id}
      otherId={chosen}
      onBack={() => setChosen(undefined)}
      {...events}
    />
  )
}

type ChoicesProps = {
  submission: Pick<AdminSubmission, 'id' | 'targetName'>
  onChoose: (id: string) => void
}

const Choices = ({ submission, onChoose }: ChoicesProps) => {
  const [search, setSearch] = useState(submission.targetName)
  const choices = useQuery(mergeQueries.choices(search))
  const others = (rows: readonly AdminSubmission[]) => rows.filter(({ id }) => id !== submission.id)
  return (
    <div className="panel-form">
      <search className="filters">
        <SearchField
          label="Find the other boycott by text or ID"
          value={search}
          onSearch={setSearch}
        />
      </search>
      <ListStates what="submissions" list={choices} empty={<NoChoice />}>
        {(rows) =>
          others(rows).length === 0 ? (
            <NoChoice />
          ) : (
            <ul className="rows" aria-busy={choices.isPlaceholderData}>
              {others(rows).map((other) => (
                <Choice key={other.id} other={other} onChoose={onChoose} />
              ))}
            </ul>
          )
        }
      </ListStates>
    </div>
  )
}

const NoChoice = () => (
  <p className="mt-3 text-soft">
    No other public boycott matches. Search for other words or an ID.
  </p>
)

const Choice = ({
  other,
  onChoose,
}: {
  other: AdminSubmission
  onChoose: (id: string) => void
}) => (
  <li className="record record-head">
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{other.targetName}</p>
      <p className="review-origin">
        <span className="wrap-anywhere">{other.location}</span>
        <span className="figure">Score {plain(other.score)}</span>
        <span>{counted(other.commentCount, 'comment')}</span>
        <RelativeTime at={other.createdAt} />
        <code>{other.id}</code>
      </p>
    </div>
    <button
      type="button"
      className="quiet-link"
      aria-label={`Choose ${other.targetName}`}
      onClick={() => onChoose(other.id)}
    >
      Choose
    </button>
  </li>
)
