import type { MergePreview } from '@answerable/contracts/merges'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FetchError } from '../../ui/fetch-error.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { noReason, type Reason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { mergeQueries, useMerge } from './merges.ts'

type MergeConfirmationProps = {
  id: string
  otherId: string
  onBack: () => void
  onDecided: () => void
  onConflict: () => void
}

/** The figures of a merge, and the button that merges. */
export const MergeConfirmation = ({ id, otherId, ...events }: MergeConfirmationProps) => {
  const { data, error, isFetching, refetch } = useQuery(mergeQueries.preview(id, otherId))
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <p className="mt-3 text-soft" role="status">
        Loading the figures…
      </p>
    )
  }
  return <Confirmation preview={data} {...events} />
}

type ConfirmationProps = Omit<MergeConfirmationProps, 'id' | 'otherId'> & { preview: MergePreview }

const duplicate: Reason = { ...noReason, reasonCode: 'duplicate' }

const Confirmation = ({ preview, onBack, onDecided, onConflict }: ConfirmationProps) => {
  const [reason, setReason] = useState(duplicate)
  const merge = useMerge(preview, { onDecided, onConflict })
  const { from, into, replacedVotes } = preview
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!merge.isPending) merge.mutate({ reason })
      }}
    >
      <p className="mt-3">
        <b className="font-semibold">{into.targetName}</b> is older and stays. Links to{' '}
        <b className="font-semibold">{from.targetName}</b> will lead to it. Each person’s newest
        vote counts once
        {replacedVotes > 0 && ` (${counted(replacedVotes, 'person', 'people')} voted on both)`}.
      </p>
      <Figures preview={preview} />
      <ReasonFields reason={reason} reader="author" error={merge.error} onChange={setReason} />
      <div className="decision-buttons">
        <button type="submit" className="button-primary" disabled={merge.isPending}>
          Merge
        </button>
        <button type="button" className="button-secondary" onClick={onBack}>
          Choose another
        </button>
      </div>
    </form>
  )
}

const Figures = ({ preview: { from, into, after } }: { preview: MergePreview }) => {
  const rows = [
    ['Score', 'score'],
    ['Votes', 'votes'],
    ['Held votes', 'heldVotes'],
    ['Taking part', 'participants'],
    ['Comments', 'comments'],
    ['Open flags', 'flags'],
  ] as const
  return (
    <table className="table">
      <caption className="sr-only">Figures before and after the merge</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col" className="table-figure">
            Older
          </th>
          <th scope="col" className="table-figure">
            Newer
          </th>
          <th scope="col" className="table-figure">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Proposed</th>
          <td className="table-figure">
            <RelativeTime at={into.createdAt} />
          </td>
          <td className="table-figure">
            <RelativeTime at={from.createdAt} />
          </td>
          <td />
        </tr>
        {rows.map(([label, name]) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td className="table-figure">{plain(into[name])}</td>
            <td className="table-figure">{plain(from[name])}</td>
            <td className="table-figure">{plain(after[name])}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Sources</th>
          <td className="table-figure">{plain(linesIn(into.sources))}</td>
          <td className="table-figure">{plain(linesIn(from.sources))}</td>
          <td className="table-figure">{plain(linesIn(after.sources))}</td>
        </tr>
      </tbody>
    </table>
  )
}

const linesIn = (sources: string | null): number =>
  (sources ?? '').split('\n').filter((line) => line.trim() !== '').length
