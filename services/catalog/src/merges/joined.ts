/** For `WITH RECURSIVE`: a submission and those that were merged into it, directly or not. `id` is SQL. */
export const joinedTo = (id: string): string => `joined (id) AS (
  SELECT ${id}::text COLLATE "C" UNION
  SELECT from_id FROM joined JOIN merges ON into_id = joined.id AND undone_at IS NULL
)`

/** The same for the submission $1. */
export const joined = joinedTo('$1')
