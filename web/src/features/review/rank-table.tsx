import type { RankPreview } from '@answerable/contracts/review'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../platform/use-debounced.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { plain, signed } from '../../ui/figures.ts'
import { parseBoost } from './boost.ts'
import { reviewQueries } from './review-queries.ts'

const orders = { hot: 'Hot', top: 'Top' } as const

/** Current rank of a submission, and its rank with the typed boost. */
export const RankTable = ({ id, typed }: { id: string; typed: string }) => {
  const boost = useDebounced(parseBoost(typed) ?? 0)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    reviewQueries.rank(id, boost),
  )
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  return (
    <table className="ranks" aria-busy={data === undefined || isPlaceholderData}>
      <caption className="sr-only">Rank in the feed</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Rank now</th>
          <th scope="col">Rank with {signed(boost)}</th>
        </tr>
      </thead>
      <tbody>
        {(['hot', 'top'] as const).map((order) => (
          <tr key={order}>
            <th scope="row">{orders[order]}</th>
            <td>{data ? placeText(data[order].now, data) : '…'}</td>
            <td data-moved={(data && data[order].now !== data[order].boosted) || undefined}>
              {data ? placeText(data[order].boosted, data) : '…'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const placeText = (place: number | null, { total }: RankPreview): string =>
  place === null ? 'Not in the feed' : `${plain(place)} of ${plain(total)}`
