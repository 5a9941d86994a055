import type { readStats } from '@answerable/contracts/review'
import type { RouteResponse } from '@answerable/contracts/route'
import { FetchError } from '../../ui/fetch-error.tsx'
import { plain } from '../../ui/figures.ts'

type Stats = RouteResponse<typeof readStats>

const tiles = [
  { name: 'totalSubmissions', label: 'Total Submissions', meaning: 'in any state' },
  { name: 'pendingReview', label: 'Pending Review', meaning: 'several flags, or an appeal' },
  { name: 'totalUsers', label: 'Total Users', meaning: 'with an account' },
  { name: 'flaggedContent', label: 'Flagged Content', meaning: 'with an open flag' },
] as const satisfies readonly { name: keyof Stats; label: string; meaning: string }[]

type StatTilesProps = {
  totals: {
    data: Stats | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
}

export const StatTiles = ({ totals: { data, error, isFetching, refetch } }: StatTilesProps) => (
  <>
    {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
    <dl className="tiles" aria-busy={data === undefined && error === null}>
      {tiles.map(({ name, label, meaning }) => (
        <div key={name} className="tile">
          <dt>{label}</dt>
          <dd className="figure">
            {data === undefined ? <span className="sr-only">Loading</span> : plain(data[name])}
          </dd>
          <dd className="tile-meaning">{meaning}</dd>
        </div>
      ))}
    </dl>
  </>
)
