/** For `WITH RECURSIVE`: the submission $1 and those that were merged into it, directly or not. */
export const joined = `joined (id) AS (
  SELECT $1::text COLLATE "C" UNION
  SELECT from_id FROM joined JOIN merges ON into_id = joined.id AND undone_at IS NULL
)`
