import { type Db, onlyRow } from '@answerable/service-kit/db'

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
