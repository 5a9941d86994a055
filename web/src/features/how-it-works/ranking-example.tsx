import { hotRank } from '@answerable/contracts/ranking'
import { plain, twoDecimals } from '../../ui/figures.ts'

const hourSeconds = 3_600
const moment = new Date('2026-01-15T12:00:00Z')

/** Submissions in Hot order at one moment. */
const examples = [
  { score: 100, ageHours: 33 },
  { score: 20, ageHours: 5 },
  { score: 5, ageHours: 11 },
  { score: 0, ageHours: 0 },
  { score: -10, ageHours: 1 },
]

const age = (hours: number): string =>
  hours === 0 ? 'Just submitted' : `${hours} ${hours === 1 ? 'hour' : 'hours'}`

/** Example of the Hot order, computed with the function that ranks the feed. */
export const RankingExample = () => (
  <table className="figures">
    <caption>Five submissions at one moment, in Hot order</caption>
    <thead>
      <tr>
        <th scope="col">Score</th>
        <th scope="col">Age</th>
        <th scope="col">For votes</th>
        <th scope="col">For age</th>
        <th scope="col">Rank value</th>
      </tr>
    </thead>
    <tbody>
      {ranked().map(({ score, ageHours, forVotes, forAge }) => (
        <tr key={score}>
          <td>{plain(score)}</td>
          <td>{age(ageHours)}</td>
          <td>{twoDecimals(forVotes)}</td>
          <td>{twoDecimals(forAge)}</td>
          <td className="font-semibold">{twoDecimals(forVotes + forAge)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Values are relative to a submission of this moment without votes, whose value is 0. */
export const ranked = () => {
  const zero = rankOf({ score: 0, ageHours: 0 })
  return examples
    .map(({ score, ageHours }) => {
      const forVotes = rankOf({ score, ageHours: 0 }) - zero
      const forAge = rankOf({ score: 0, ageHours }) - zero
      return { score, ageHours, forVotes, forAge, rank: rankOf({ score, ageHours }) }
    })
    .toSorted((one, other) => other.rank - one.rank)
}

const rankOf = ({ score, ageHours }: { score: number; ageHours: number }): number =>
  hotRank({
    score,
    superBoost: 0,
    createdAt: new Date(moment.getTime() - ageHours * hourSeconds * 1000),
  })
