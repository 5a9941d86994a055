import { hotRank } from '@answerable/contracts/ranking'
import { type PathOf, rowsIn } from './downloaded.ts'

/** The fields that determine an order. */
export type Ranked = { id: string; score: number; superBoost: number; createdAt: string }
type Submission = Ranked & { hotPlace: number; hot: number }
type TopRow = { topPlace: number; id: string }

/** PostgreSQL and this program may compute a logarithm with another last digit. */
const tolerance = 1e-9

export const submissionsFile = 'submissions.jsonl.gz'
export const topFile = 'top.jsonl.gz'

/**
 * Computes Hot and Top of a snapshot again. Returns the number of submissions, or a sentence about the first row that
 * differs.
 */
export const checkRanking = async (pathOf: PathOf): Promise<number | string> => {
  const submissions: Submission[] = []
  for await (const row of rowsIn<Submission>(pathOf(submissionsFile))) {
    const fault = hotFault(row, submissions.at(-1), submissions.length + 1)
    if (fault !== null) return `${submissionsFile}, row ${submissions.length + 1}: ${fault}`
    submissions.push(row)
  }
  return (await topFault(pathOf, submissions)) ?? submissions.length
}

const hotFault = (row: Submission, before: Submission | undefined, place: number) => {
  if (row.hotPlace !== place) return `${row.id} has place ${row.hotPlace} instead of ${place}`
  const computed = hotOf(row)
  if (Math.abs(computed - row.hot) > tolerance)
    return `the rank of ${row.id} is ${row.hot}, but its votes and its age make ${computed}`
  const follows =
    before === undefined || row.hot < before.hot || (row.hot === before.hot && row.id > before.id)
  return follows ? null : `${row.id} ranks before ${before.id}, which is above it in Hot`
}

const topFault = async (pathOf: PathOf, submissions: Submission[]): Promise<string | null> => {
  const expected = submissions.sort(compareTop)
  let place = 0
  for await (const { id, topPlace } of rowsIn<TopRow>(pathOf(topFile))) {
    const submission = expected[place]
    place += 1
    if (topPlace !== place || submission?.id !== id)
      return `${topFile}, row ${place}: ${id} has place ${topPlace}, but ${submission?.id ?? 'nothing'} has place ${place} in Top`
  }
  return place === expected.length
    ? null
    : `${topFile}: ${expected.length - place} submissions are missing`
}

const hotOf = ({ score, superBoost, createdAt }: Ranked): number =>
  hotRank({ score, superBoost, createdAt: new Date(createdAt) })

/** Whether the first one may be before the second one in Hot, as far as their numbers show. */
export const isHotOrder = (first: Ranked, second: Ranked): boolean =>
  hotOf(second) - hotOf(first) <= tolerance

export const compareTop = (one: Ranked, other: Ranked): number =>
  other.score + other.superBoost - (one.score + one.superBoost) ||
  Date.parse(other.createdAt) - Date.parse(one.createdAt) ||
  (one.id < other.id ? -1 : 1)
