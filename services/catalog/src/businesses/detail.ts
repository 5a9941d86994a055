import { type BusinessDetail, ownedLimit } from '@answerable/contracts/businesses'
import type { Db } from '@answerable/service-kit/db'
import { readRepliesOf } from '../responses/store.ts'
import { type BusinessRow, businessOf, businessRowColumns } from './rows.ts'

type FoundRow = BusinessRow & { parent_id: string | null }
type Related = BusinessDetail['owned'][number]

/**
 * The listed business of a current or former slug, after merges; null if there is none. A slug may be typed like a
 * name: with capitals and accents.
 */
export const findBySlug = async (db: Db, slug: string): Promise<FoundRow | null> => {
  const { rows } = await db.query<FoundRow>({
    name: 'find-business-by-slug',
    text: `WITH RECURSIVE merged (id) AS (
        (
          SELECT business_id FROM business_slugs
          WHERE slug IN ($1, lower(normalize($1, NFC)), ${slugOfName})
          ORDER BY slug <> $1, slug = ${slugOfName} LIMIT 1
        )
        UNION SELECT merged_into FROM businesses JOIN merged USING (id) WHERE merged_into IS NOT NULL
      )
      SELECT ${businessRowColumns}, parent_id FROM merged JOIN businesses USING (id) WHERE listed`,
    values: [slug],
  })
  return rows[0] ?? null
}

const slugOfName = `CASE WHEN $1 ~ '^[a-z0-9-]+$' THEN $1 ELSE slug_of($1) END`

const aliasLimit = 100

/** A business with its aliases, its parent and the businesses that it owns. */
export const readDetail = async (db: Db, row: FoundRow): Promise<BusinessDetail> => {
  const { rows } = await db.query<{
    aliases: string[]
    parent: Related | null
    owned: Related[]
    owned_count: number
    statuses: BusinessDetail['statuses']
  }>({
    name: 'read-business-detail',
    text: `SELECT
        ARRAY(
          SELECT name FROM business_names WHERE business_id = $1 AND is_alias
          ORDER BY created_at, key LIMIT ${aliasLimit}
        ) AS aliases,
        (SELECT ${related} FROM businesses WHERE id = $2 AND listed) AS parent,
        coalesce((
          SELECT json_agg(${related} ORDER BY sort_name, id) FROM (
            SELECT * FROM businesses WHERE parent_id = $1 AND listed
            ORDER BY sort_name, id LIMIT ${ownedLimit}
          ) AS businesses
        ), '[]') AS owned,
        (SELECT count(*) FROM businesses WHERE parent_id = $1 AND listed) AS owned_count,
        coalesce((
          SELECT json_object_agg(status, count) FROM (
            SELECT status, count(*) AS count FROM submission_facets
            WHERE business_id = $1 AND approved GROUP BY status
          ) AS counted
        ), '{}') AS statuses`,
    values: [row.id, row.parent_id],
  })
  const [found] = rows
  return {
    ...businessOf(row),
    aliases: found?.aliases ?? [],
    parent: found?.parent ?? null,
    owned: found?.owned ?? [],
    ownedCount: found?.owned_count ?? 0,
    ...(await readRepliesOf(db, row.id)),
    statuses: found?.statuses ?? {},
  }
}

const related = `json_build_object(
  'id', id, 'slug', slug, 'name', name, 'boycottCount', boycott_count
)`
