import { type Sort, sorts } from '@answerable/contracts/submissions'
import { Link } from 'react-router-dom'
import type { FeedPlace } from '../../features/submissions/submission-queries.ts'
import { feedAddress } from './feed-address.ts'

const labels = { hot: 'Hot', new: 'New', top: 'Top' } as const satisfies Record<Sort, string>

export const SortLinks = ({ place }: { place: FeedPlace }) => (
  <nav aria-label="Sort" className="tabs">
    {sorts.map((one) => (
      <Link
        key={one}
        className="tab"
        to={feedAddress({ ...place, page: 1, sort: one })}
        aria-current={one === place.sort ? 'true' : undefined}
      >
        {labels[one]}
      </Link>
    ))}
  </nav>
)
