import { minVotesOfPeriod } from '@answerable/contracts/open-data'
import type { Row } from './tables.ts'

type Period = { submissionId: string; from: string; to: string; up: number; down: number }
type Day = { submissionId: string; createdOn: string; today: string; day: string } & Pick<
  Period,
  'up' | 'down'
>

/**
 * Joins the days of each submission to periods with at least `minVotesOfPeriod` votes. The periods cover every day from
 * the creation to the snapshot, so that they do not show on which day the first and the last vote were cast. A
 * submission with fewer votes has one period.
 */
export const joinSmallDays = (): ((batch: readonly Row[] | null) => Row[]) => {
  /** The periods of the current submission that are complete but for the end of the last one. */
  let last: Period | null = null
  let open: Period | null = null
  let today = ''

  const finish = (): Row[] => {
    const rest = open === null || last === null ? (last ?? open) : joined(last, open)
    last = null
    open = null
    return rest === null ? [] : [rowOf({ ...rest, to: today })]
  }

  const add = ({ submissionId, createdOn, day, up, down }: Day): Row[] => {
    const begun: Period = open ?? {
      submissionId,
      // A merge can bring votes that are older than the submission.
      from: last !== null ? dayAfter(last.to) : day < createdOn ? day : createdOn,
      ...{ to: day, up: 0, down: 0 },
    }
    open = { ...begun, to: day, up: begun.up + up, down: begun.down + down }
    if (open.up + open.down < minVotesOfPeriod) return []
    const complete = last === null ? [] : [rowOf(last)]
    last = open
    open = null
    return complete
  }

  return (batch) => {
    if (batch === null) return finish()
    return batch.map(dayOf).flatMap((day) => {
      const current = (open ?? last)?.submissionId
      const finished = current === undefined || current === day.submissionId ? [] : finish()
      today = day.today
      return [...finished, ...add(day)]
    })
  }
}

/** In the order of the statement. */
const dayOf = ([submissionId, createdOn, today, day, up, down]: Row): Day =>
  ({ submissionId, createdOn, today, day, up, down }) as Day

const joined = (first: Period, second: Period): Period => ({
  ...first,
  to: second.to,
  up: first.up + second.up,
  down: first.down + second.down,
})

const rowOf = ({ submissionId, from, to, up, down }: Period): Row => [
  submissionId,
  from,
  to,
  up,
  down,
]

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
