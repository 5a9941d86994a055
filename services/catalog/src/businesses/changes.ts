import type { BusinessChange, BusinessState } from '@answerable/contracts/business-decisions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

/** The number is arbitrary. */
const decisionsLock = 4_711_009

/**
 * Until the transaction ends, no other one changes or merges businesses. Taken before all other locks: two decisions
 * cannot make a circle of owners, and do not wait for each other's names.
 */
export const lockDecisions = async (db: Db): Promise<void> => {
  await db.query('SELECT pg_advisory_xact_lock($1)', [decisionsLock])
}

/**
 * The business, or the one that it was merged into, locked until the transaction ends, after its names and this name.
 * Throws `business_not_found`.
 */
export const lockBusiness = async (db: Db, id: string, name: string | null): Promise<string> => {
  const unmergedId = await findUnmerged(db, id)
  await db.query(
    `SELECT FROM business_names WHERE business_id = $1 OR key = match_key($2)
     ORDER BY key FOR UPDATE`,
    [unmergedId, name],
  )
  await db.query('SELECT FROM businesses WHERE id = $1 FOR NO KEY UPDATE', [unmergedId])
  return unmergedId
}

export const readState = async (db: Db, id: string): Promise<BusinessState> => {
  const { rows } = await db.query<BusinessState>(
    `SELECT listed, country, parent_id AS "parentId", website IS NOT NULL AS "hasWebsite", version,
       (SELECT count(*) FROM business_names WHERE business_id = $1 AND is_alias) AS aliases
     FROM businesses WHERE id = $1`,
    [id],
  )
  return onlyRow(rows)
}

/** Applies a change to a locked business. Throws `business_name_taken` and `parent_circle`. */
export const applyChange = async (
  db: Db,
  id: string,
  { kind, value }: BusinessChange,
): Promise<void> => {
  switch (kind) {
    case 'name':
      await rename(db, id, value)
      break
    case 'alias':
      await addName(db, id, value)
      break
    case 'remove-alias':
      await db.query(
        'DELETE FROM business_names WHERE key = match_key($2) AND business_id = $1 AND is_alias',
        [id, value],
      )
      break
    case 'website':
    case 'country':
      await db.query(`UPDATE businesses SET ${kind} = $2 WHERE id = $1`, [id, value || null])
      break
    case 'parent':
      await setParent(db, id, value)
      break
    case 'hide':
      break
    default:
      kind satisfies never
  }
  await db.query('UPDATE businesses SET curated = $2, version = version + 1 WHERE id = $1', [
    id,
    kind !== 'hide',
  ])
}

/** The business gets the name as an alias, unless it is one of its names. */
const addName = async (db: Db, id: string, name: string): Promise<void> => {
  const { rows } = await db.query<{ business_id: string }>(
    `INSERT INTO business_names AS known (key, business_id, name, is_alias)
     VALUES (match_key($2), $1, $2, true)
     ON CONFLICT (key) DO UPDATE SET name = known.name RETURNING business_id`,
    [id, name],
  )
  if (onlyRow(rows).business_id !== id) throw new AppError('business_name_taken')
}

/** The name until now becomes an alias if it has another match key. */
const rename = async (db: Db, id: string, name: string): Promise<void> => {
  await addName(db, id, name)
  await db.query(
    `UPDATE business_names SET is_alias = key <> match_key($2),
       name = CASE WHEN key = match_key($2) THEN $2 ELSE name END
     WHERE business_id = $1`,
    [id, name],
  )
  await db.query(
    `UPDATE businesses SET name = $2, slug = coalesce(
       (SELECT slug FROM business_slugs WHERE business_id = $1 AND slug = slug_of($2)),
       claim_slug($2, $1)
     ) WHERE id = $1`,
    [id, name],
  )
}

const setParent = async (db: Db, id: string, value: string): Promise<void> => {
  const parent = value === '' ? null : await findUnmerged(db, value)
  if (parent !== null && (await isWithin(db, parent, id))) throw new AppError('parent_circle')
  await db.query('UPDATE businesses SET parent_id = $2 WHERE id = $1', [id, parent])
}

/** The id of the business after merges. Throws `business_not_found`. */
export const findUnmerged = async (db: Db, id: string): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    `WITH RECURSIVE merged (id) AS (
       SELECT $1::text COLLATE "C"
       UNION SELECT merged_into FROM businesses JOIN merged USING (id) WHERE merged_into IS NOT NULL
     )
     SELECT id FROM merged JOIN businesses USING (id) WHERE merged_into IS NULL`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('business_not_found')
  return row.id
}

/** Whether a business is the other one or owned by it, directly or not. */
export const isWithin = async (db: Db, id: string, owner: string): Promise<boolean> => {
  const { rows } = await db.query<{ within: boolean }>(
    `WITH RECURSIVE owners (id) AS (
       SELECT $1::text COLLATE "C"
       UNION SELECT parent_id FROM businesses JOIN owners USING (id) WHERE parent_id IS NOT NULL
     )
     SELECT EXISTS (SELECT FROM owners WHERE id = $2) AS within`,
    [id, owner],
  )
  return onlyRow(rows).within
}
