import { maxPlace, type RankedSubmission, type Ranking } from '@answerable/contracts/ranking'
import type { Sort } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { orders } from '../submissions/orders.ts'
import { pointsOf, timePoints } from './points.ts'
import { votesToPass } from './rules.ts'

const values: Readonly<Record<Sort, string>> = {
  hot: 'hot',
  top: '(score + super_boost)::double precision',
  new: 'extract(epoch FROM created_at)::double precision',
}

const columnsIn = (sort: Sort): string => `id, target_name AS "targetName", score,
  super_boost AS "superBoost", created_at AS "createdAt", ${pointsOf('score')} AS "votePoints",
  ${pointsOf('score + super_boost')} AS "boostedPoints", ${timePoints} AS "timePoints",
  ${values[sort]} AS value`

type Row = Omit<RankedSubmission, 'createdAt'> & { createdAt: Date }
/** `position` has the columns of the order, the id last, as text, which is exact for numbers and times. */
type Subject = Row & { position: string[] }

/** Why a submission in public view has its place; null if there is none. Reads at most a thousand index entries. */
export const readPlace = async (
  db: Db,
  { id, sort }: { id: string; sort: Sort },
): Promise<Ranking | null> => {
  const { columns } = orders[sort]
  const { rows } = await db.query<Subject>({
    name: `read-ranking-${sort}`,
    text: `SELECT ${columnsIn(sort)}, ARRAY[${columns.map((column) => `${column}::text`).join()}] AS position
      FROM submissions WHERE id = $1 AND approved`,
    values: [id],
  })
  const [subject] = rows
  if (subject === undefined) return null
  const { position, ...row } = subject
  const submission = rankedOf(row)
  const next = await readNext(db, { sort, position })
  return {
    sort,
    place: await readNumber(db, { id, sort }),
    submission,
    next,
    votesToPass: next === null ? null : votesToPass(sort, submission, next),
  }
}

const readNext = async (
  db: Db,
  { sort, position }: { sort: Sort; position: readonly string[] },
): Promise<RankedSubmission | null> => {
  const { by, notBefore } = orders[sort]
  const { rows } = await db.query<Row>({
    name: `read-next-ranked-${sort}`,
    text: `SELECT ${columnsIn(sort)} FROM submissions WHERE id = (
      SELECT id FROM submissions
      WHERE approved AND ${notBefore(1)} AND id <> $${position.length} ORDER BY ${by} LIMIT 1
    )`,
    values: [...position],
  })
  const [row] = rows
  return row === undefined ? null : rankedOf(row)
}

const readNumber = async (
  db: Db,
  { id, sort }: { id: string; sort: Sort },
): Promise<number | null> => {
  const { by, selected } = orders[sort]
  const { rows } = await db.query<{ place: number }>({
    name: `read-place-${sort}`,
    text: `SELECT place FROM (
        SELECT id, row_number() OVER (ORDER BY ${by}) AS place FROM (
          SELECT ${selected} FROM submissions WHERE approved ORDER BY ${by} LIMIT ${maxPlace}
        ) AS first
      ) AS numbered WHERE id = $1`,
    values: [id],
  })
  return rows[0]?.place ?? null
}

const rankedOf = (row: Row): RankedSubmission => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})
