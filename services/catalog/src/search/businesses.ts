import type { Business } from '@answerable/contracts/businesses'
import { asOne, type Db } from '@answerable/service-kit/db'
import { type BusinessRow, businessOf, businessRowColumns } from '../businesses/rows.ts'

export type NamedBusiness = Business & { aliases: readonly string[] }

/** Businesses with these ids, in this order. */
export const findBusinesses = async (db: Db, ids: readonly string[]): Promise<NamedBusiness[]> => {
  const { rows } = await db.query<BusinessRow & { aliases: readonly string[] }>({
    name: 'find-businesses-with-aliases',
    text: `SELECT ${businessRowColumns},
        ARRAY(
          SELECT business_names.name FROM business_names
          WHERE business_id = businesses.id AND is_alias ORDER BY business_names.created_at
        ) AS aliases
      FROM unnest(${asOne('$1::text[]')}) WITH ORDINALITY AS given (given_id, place)
      CROSS JOIN LATERAL (SELECT * FROM businesses WHERE id = given_id AND listed LIMIT 1)
        AS businesses
      ORDER BY place`,
    values: [ids],
  })
  return rows.map((row) => ({ ...businessOf(row), aliases: row.aliases }))
}
