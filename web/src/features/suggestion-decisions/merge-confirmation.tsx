import type { BusinessMergePreview } from '@answerable/contracts/business-merges'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { businessMergeQueries } from './business-merges.ts'

type MergeConfirmationProps = {
  /** The business that would redirect. */
  id: string
  otherId: string
  isPending: boolean
  onConfirm: () => void
}

/** The figures of a suggested merge, and the button that merges. */
export const MergeConfirmation = ({
  id,
  otherId,
  isPending,
  onConfirm,
}: MergeConfirmationProps) => {
  const { data, error, isFetching, refetch } = useQuery(businessMergeQueries.preview(id, otherId))
  const isMerged = error !== null && isApiError(error.cause, 409)
  if (error !== null && !isMerged) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined && !isMerged) {
    return (
      <p className="mt-3 text-soft" role="status">
        Loading the figures…
      </p>
    )
  }
  return (
    <div className="mt-3">
      {isMerged || data === undefined ? (
        <p>
          One of these businesses is already merged. Accepting merges the businesses that remain, if
          there are two.
        </p>
      ) : (
        <MergeFigures preview={data} />
      )}
      <button
        type="button"
        className="button-primary mt-3"
        disabled={isPending}
        onClick={() => onConfirm()}
      >
        {isMerged ? 'Accept' : 'Merge'}
      </button>
    </div>
  )
}

/** The effect of a merge of two businesses. */
export const MergeFigures = ({
  preview: { from, into, after },
}: {
  preview: BusinessMergePreview
}) => (
  <>
    <p>
      <bdi className="font-semibold">{into.name}</bdi> stays. Links to{' '}
      <bdi className="font-semibold">{from.name}</bdi> will lead to it. After the merge it has:
    </p>
    <ul className="mt-1 list-disc pl-5">
      <li>
        {counted(after.boycottCount, 'boycott')} (now {plain(into.boycottCount)} and{' '}
        {plain(from.boycottCount)})
      </li>
      <li>
        {counted(after.names, 'name')} (now {plain(into.names)} and {plain(from.names)})
      </li>
      <li>
        {counted(after.owned, 'owned business', 'owned businesses')} (now {plain(into.owned)} and{' '}
        {plain(from.owned)})
      </li>
    </ul>
    <p className="mt-1">You can undo this for 30 days.</p>
  </>
)
