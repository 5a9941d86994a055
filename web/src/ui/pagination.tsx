import { useNavigate } from 'react-router-dom'
import type { Paging } from './paging.ts'

type PaginationProps = {
  page: number
  /** Address of another page of the same list. */
  addressOf: (page: number) => string
  paging: Paging
  isWaiting: boolean
}

export const Pagination = ({ page, addressOf, paging, isWaiting }: PaginationProps) => {
  const navigate = useNavigate()
  const turnTo = (next: number) => void navigate(addressOf(next))
  const { first, last, total } = paging
  return (
    <nav aria-label="Pages" className="pagination">
      <p className="text-soft figure">
        Showing {first}-{last} of {total}
      </p>
      <div className="flex items-center gap-2">
        <button
          type="button"
          className="button-secondary"
          disabled={!paging.hasPrevious}
          onClick={() => turnTo(page - 1)}
        >
          Previous
        </button>
        <span className="figure min-w-11 text-center" aria-current="page">
          <span className="sr-only">Page </span>
          {page}
        </span>
        <button
          type="button"
          className="button-secondary"
          disabled={!paging.hasNext || isWaiting}
          onClick={() => turnTo(page + 1)}
        >
          Next
        </button>
      </div>
    </nav>
  )
}
