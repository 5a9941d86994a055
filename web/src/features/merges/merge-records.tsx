import type { MergeRecord } from '@answerable/contracts/merges'
import { boycottPath } from '@answerable/contracts/pages'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { useUnmerge } from './merges.ts'

type MergeRecordsProps = {
  /** The reviewed submission. */
  id: string
  merges: readonly MergeRecord[]
  onDecided: () => void
  onConflict: () => void
}

/** The merges of a submission, with a form to undo each one that can be undone. */
export const MergeRecords = ({ id, merges, ...events }: MergeRecordsProps) => (
  <ul className="plain-list">
    {merges.map((merge) => (
      <li key={merge.decisionId}>
        <p>
          {merge.from.id === id ? (
            <>
              Merged into{' '}
              <Link className="link" to={boycottPath(merge.into.id)}>
                {merge.into.targetName}
              </Link>
            </>
          ) : (
            <>
              <b className="font-semibold">{merge.from.targetName}</b> (<code>{merge.from.id}</code>
              ) was merged into this boycott
            </>
          )}{' '}
          <RelativeTime at={merge.mergedAt} />.
        </p>
        {merge.undoableUntil === null ? (
          <p className="text-sm text-soft">
            This merge can no longer be undone, or a later merge must be undone first.
          </p>
        ) : (
          <Disclosure
            button="Undo"
            buttonClass="link text-sm"
            label={`Undo the merge of ${merge.from.targetName}`}
          >
            {(close) => <UndoForm merge={merge} onCancel={close} {...events} />}
          </Disclosure>
        )}
      </li>
    ))}
  </ul>
)

type UndoFormProps = Pick<MergeRecordsProps, 'onDecided' | 'onConflict'> & {
  merge: MergeRecord
  onCancel: () => void
}

const UndoForm = ({ merge: { from }, onCancel, onDecided, onConflict }: UndoFormProps) => {
  const [reason, setReason] = useState(noReason)
  const undo = useUnmerge(from.id, { onDecided, onConflict })
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!undo.isPending) undo.mutate({ reason })
      }}
    >
      <p className="mt-2 text-sm text-soft">
        Votes, comments and flags go back to where they were. Everything added since the merge stays
        with the older boycott.
      </p>
      <ReasonFields reason={reason} reader="author" error={undo.error} onChange={setReason} />
      <div className="decision-buttons">
        <button type="submit" className="button-primary" disabled={undo.isPending}>
          Undo the merge
        </button>
        <button type="button" className="button-secondary" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
