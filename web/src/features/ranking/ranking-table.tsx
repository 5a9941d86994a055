import { boycottPath } from '@answerable/contracts/pages'
import type { RankedSubmission, Ranking } from '@answerable/contracts/ranking'
import type { Sort } from '@answerable/contracts/submissions'
import { Link } from 'react-router-dom'
import { plain, signed, twoDecimals } from '../../ui/figures.ts'
import { longDate } from '../../ui/long-date.ts'
import { type Points, pointsAt } from './points.ts'

type RankingTableProps = {
  ranking: Ranking
  /** The age is counted until then. */
  nowMilliseconds: number
}

/** One row for each figure, one column for the submission and one for the next. */
export const RankingTable = ({ ranking, nowMilliseconds }: RankingTableProps) => {
  const { sort, submission, next } = ranking
  const columns = next === null ? [submission] : [submission, next]
  const hasBoost = columns.some(({ superBoost }) => superBoost !== 0)
  const rows = rowsOf(sort, nowMilliseconds).filter(({ isOfBoost }) => hasBoost || !isOfBoost)
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col">This one</th>
          {next !== null && (
            <th scope="col">
              Next:{' '}
              <Link className="link" to={boycottPath(next.id)}>
                <bdi>{next.targetName}</bdi>
              </Link>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((one) => (
              <td key={one.id}>{text(one)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Row = { name: string; text: (one: RankedSubmission) => string; isOfBoost?: true }

const scores: readonly Row[] = [
  { name: 'Score', text: ({ score }) => plain(score) },
  { name: 'Super boost', text: ({ superBoost }) => signed(superBoost), isOfBoost: true },
]

const submitted: Row = {
  name: 'Submitted (UTC)',
  text: ({ createdAt }) => `${longDate(createdAt)}, ${createdAt.slice(11, 19)}`,
}

const rowsOf = (sort: Sort, nowMilliseconds: number): readonly Row[] => {
  if (sort === 'new') return [submitted]
  if (sort === 'top') {
    return [...scores, { name: 'Total', text: ({ value }) => plain(value) }, submitted]
  }
  const term = (name: string, key: keyof Points): Row => ({
    name,
    text: (one) => twoDecimals(pointsAt(one, nowMilliseconds)[key]),
  })
  return [
    ...scores,
    submitted,
    term('Points for votes', 'votes'),
    { ...term('Points for the boost', 'boost'), isOfBoost: true },
    term('Points for age', 'age'),
    term('Rank value', 'total'),
  ]
}
