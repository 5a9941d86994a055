import { useNavigate } from 'react-router-dom'
import { feedAddress } from './feed-place.ts'
import type { Paging } from './paging.ts'
import type { FeedPlace } from './submissions.ts'

type PaginationProps = { place: FeedPlace; paging: Paging; isWaiting: boolean }

export const Pagination = ({ place, paging, isWaiting }: PaginationProps) => {
  const navigate = useNavigate()
  const turnTo = (page: number) => void navigate(feedAddress({ ...place, page }))
  const { first, last, total } = paging
  return (
    <nav aria-label="Pages" className="pagination">
      <p className="text-soft tabular-nums">
        Showing {first}-{last} of {total}
      </p>
      <div className="flex items-center gap-2">
        <button
          type="button"
          className="button-secondary"
          disabled={!paging.hasPrevious}
          onClick={() => turnTo(place.page - 1)}
        >
          Previous
        </button>
        <span className="figure min-w-11 text-center" aria-current="page">
          <span className="sr-only">Page </span>
          {place.page}
        </span>
        <button
          type="button"
          className="button-secondary"
          disabled={!paging.hasNext || isWaiting}
          onClick={() => turnTo(place.page + 1)}
        >
          Next
        </button>
      </div>
    </nav>
  )
}
