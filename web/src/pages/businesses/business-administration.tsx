import type { BusinessLink } from '@answerable/contracts/business-link'
import type { BusinessMergeRecord } from '@answerable/contracts/business-merges'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { businessMergeQueries } from '../../features/suggestion-decisions/business-merges.ts'
import { MergeBusiness } from '../../features/suggestion-decisions/merge-business.tsx'
import { UndoMerge } from '../../features/suggestion-decisions/undo-merge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

type BusinessAdministrationProps = { business: BusinessLink }

/** Merges of a business, for administrators. */
export const BusinessAdministration = ({ business }: BusinessAdministrationProps) => {
  const client = useQueryClient()
  const { data: merges = [] } = useQuery(businessMergeQueries.list(business.id))
  const onDecided = () => {
    for (const kind of ['one', 'list', 'search'])
      void client.invalidateQueries({ queryKey: [...queryKeys.businesses, kind] })
  }
  return (
    <>
      <MergeBusiness business={business} onDecided={onDecided} />
      {merges.length > 0 && (
        <ul className="business-merges" aria-label="Merges">
          {merges.map((merge) => (
            <Merge key={merge.decisionId} merge={merge} onDecided={onDecided} />
          ))}
        </ul>
      )}
    </>
  )
}

const Merge = ({ merge, onDecided }: { merge: BusinessMergeRecord; onDecided: () => void }) => (
  <li>
    <p>
      <bdi className="font-semibold">{merge.from.name}</bdi> was merged into{' '}
      <bdi className="font-semibold">{merge.into.name}</bdi> <RelativeTime at={merge.mergedAt} />.
    </p>
    {merge.undoableUntil === null ? (
      <p className="text-sm text-soft">
        This merge can no longer be undone, or a later merge must be undone first.
      </p>
    ) : (
      <UndoMerge
        suggestion={{ business: merge.from, other: merge.into }}
        businessId={merge.from.id}
        onDecided={onDecided}
      />
    )}
  </li>
)
