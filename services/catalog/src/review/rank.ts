import type { RankPreview } from '@answerable/contracts/review'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { pointsOf, timePoints } from '../ranking/points.ts'
import { publicSubmissions } from '../submissions/store.ts'

/** The rank of a submission in Hot and Top, now and with another boost; null if it does not exist. */
export const readRank = async (
  db: Db,
  { id, boost }: { id: string; boost: number },
): Promise<RankPreview | null> => {
  const subject = await readSubject(db, { id, boost })
  if (subject === null) return null
  const places = subject.approved ? await readPlaces(db, subject) : noPlaces
  return {
    submissionId: id,
    total: subject.total,
    currentBoost: subject.super_boost,
    boost,
    hot: { now: places.hot_now, boosted: places.hot_boosted },
    top: { now: places.top_now, boosted: places.top_boosted },
  }
}

type Subject = {
  id: string
  approved: boolean
  super_boost: number
  /** As text, which has the microseconds that a Date lacks. */
  created_at: string
  total: number
  hot_now: number
  hot_boosted: number
  top_now: number
  top_boosted: number
}

/** `hot_boosted` is the column `hot` with another boost. */
const readSubject = async (
  db: Db,
  { id, boost }: { id: string; boost: number },
): Promise<Subject | null> => {
  const { rows } = await db.query<Subject>(
    `SELECT id, approved, super_boost, created_at::text, ${publicSubmissions} AS total,
       hot AS hot_now,
       ${pointsOf('score + $2::integer')} + ${timePoints} AS hot_boosted,
       score + super_boost AS top_now, score + $2::integer AS top_boosted
     FROM submissions WHERE id = $1`,
    [id, boost],
  )
  return rows[0] ?? null
}

type Places = Record<'hot_now' | 'hot_boosted' | 'top_now' | 'top_boosted', number | null>

const noPlaces: Places = { hot_now: null, hot_boosted: null, top_now: null, top_boosted: null }

/**
 * Places among the others of the feed. The values are parameters of their own and not a subquery, because
 * only so is it known beforehand how few or many others there are, and whether an index is the way to them.
 */
const readPlaces = async (db: Db, subject: Subject): Promise<Places> => {
  const { rows } = await db.query<Places>(
    `SELECT ${hotPlace('$3')} AS hot_now, ${hotPlace('$4')} AS hot_boosted,
       ${topPlace('$5')} AS top_now, ${topPlace('$6')} AS top_boosted`,
    [
      subject.id,
      subject.created_at,
      subject.hot_now,
      subject.hot_boosted,
      subject.top_now,
      subject.top_boosted,
    ],
  )
  return onlyRow(rows)
}

const hotPlace = (value: string): string => `(
  SELECT 1 + count(*) FROM submissions
  WHERE approved AND hot > ${value}::double precision AND id <> $1
) + (
  SELECT count(*) FROM submissions
  WHERE approved AND hot = ${value}::double precision AND id < $1
)`

const topPlace = (value: string): string => `(
  SELECT 1 + count(*) FROM submissions
  WHERE approved AND score + super_boost > ${value}::integer AND id <> $1
) + (
  SELECT count(*) FROM submissions
  WHERE approved AND score + super_boost = ${value}::integer AND id <> $1
    AND (created_at > $2::timestamptz OR (created_at = $2::timestamptz AND id < $1))
)`
