import type { RankPreview } from '@answerable/contracts/review'
import type { Db } from '@answerable/service-kit/db'
import { publicSubmissions } from '../submissions/store.ts'

/** The column `hot` of a row that had another boost; see migrations/0001_submissions.sql. */
const hotWith = (boost: string): string => `
  sign((score + ${boost})::double precision)
    * log10(greatest(abs((score + ${boost})::double precision), 1))
    + extract(epoch FROM created_at AT TIME ZONE 'UTC')::double precision / 79200`

/** Place of the subject among the others in the feed, with another value in place of its own. */
const hotPlace = (value: string): string => `(
  SELECT 1 + count(*) FROM submissions AS other
  WHERE other.approved AND other.hot >= (SELECT ${value} FROM subject)
    AND (other.hot > (SELECT ${value} FROM subject) OR other.id < $1) AND other.id <> $1)`

const topPlace = (value: string): string => `(
  SELECT 1 + count(*) FROM submissions AS other
  WHERE other.approved AND other.score + other.super_boost >= (SELECT ${value} FROM subject)
    AND (other.score + other.super_boost > (SELECT ${value} FROM subject)
      OR other.created_at > (SELECT created_at FROM subject)
      OR (other.created_at = (SELECT created_at FROM subject) AND other.id < $1))
    AND other.id <> $1)`

type PlaceRow = {
  approved: boolean
  super_boost: number
  total: number
  hot_now: number
  hot_boosted: number
  top_now: number
  top_boosted: number
}

/** Where a submission stands in Hot and Top, and where it would with another boost; null without one. */
export const readRank = async (
  db: Db,
  { id, boost }: { id: string; boost: number },
): Promise<RankPreview | null> => {
  const { rows } = await db.query<PlaceRow>(
    `WITH subject AS (
       SELECT approved, super_boost, created_at, hot AS hot_now, ${hotWith('$2::integer')} AS hot_boosted,
         score + super_boost AS top_now, score + $2::integer AS top_boosted
       FROM submissions WHERE id = $1
     )
     SELECT approved, super_boost, ${publicSubmissions} AS total,
       ${hotPlace('hot_now')} AS hot_now, ${hotPlace('hot_boosted')} AS hot_boosted,
       ${topPlace('top_now')} AS top_now, ${topPlace('top_boosted')} AS top_boosted
     FROM subject`,
    [id, boost],
  )
  const [row] = rows
  if (row === undefined) return null
  const place = (value: number): number | null => (row.approved ? value : null)
  return {
    submissionId: id,
    total: row.total,
    currentBoost: row.super_boost,
    boost,
    hot: { now: place(row.hot_now), boosted: place(row.hot_boosted) },
    top: { now: place(row.top_now), boosted: place(row.top_boosted) },
  }
}
