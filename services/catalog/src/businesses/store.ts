import { type Db, onlyRow } from '@answerable/service-kit/db'

/** The id of the business into which this one was merged; null if it was not. */
export const mergedIdOf = async (db: Db, id: string): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'merged-id-of',
    text: `WITH RECURSIVE merged (id) AS (
        SELECT $1::text COLLATE "C"
        UNION SELECT merged_into FROM businesses JOIN merged USING (id) WHERE merged_into IS NOT NULL
      )
      SELECT id FROM merged JOIN businesses USING (id) WHERE merged_into IS NULL AND id <> $1`,
    values: [id],
  })
  return rows[0]?.id ?? null
}

/** Whether a business, or the one that it was merged into, has this name or alias. */
export const hasName = async (db: Db, businessId: string, name: string): Promise<boolean> => {
  const { rows } = await db.query<{ has: boolean }>({
    name: 'has-name',
    text: `WITH RECURSIVE merged (id) AS (
        SELECT $1::text COLLATE "C" UNION SELECT merged_into FROM businesses JOIN merged USING (id)
      )
      SELECT EXISTS (
        SELECT FROM business_names WHERE key = match_key($2) AND business_id IN (SELECT id FROM merged)
      ) AS has`,
    values: [businessId, name],
  })
  return onlyRow(rows).has
}
