/** In SQL, the terms of the column `hot` (migrations/0001_submissions.sql): their sum is exactly its value. */

/** The term of a score, which may include a boost. */
export const pointsOf = (score: string): string => `sign((${score})::double precision)
  * log10(greatest(abs((${score})::double precision), 1))`

/** The term of the time of submission. */
export const timePoints = `extract(epoch FROM created_at AT TIME ZONE 'UTC')::double precision / 79200`
