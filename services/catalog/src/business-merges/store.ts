import type {
  BusinessMergePreview,
  MergedBusinessState,
} from '@answerable/contracts/business-merges'
import { mergeUndoDays } from '@answerable/contracts/merges'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { lockDecisions } from '../businesses/changes.ts'
import { type BusinessRow, businessOf, businessRowColumns } from '../businesses/rows.ts'
import { slow } from '../merges/store.ts'

type LockedBusiness = BusinessRow & { parent_id: string | null; merged_into: string | null }

/**
 * Locks two businesses with their names, their submissions and the businesses that they own, in the order of all
 * transactions: decisions, names, submissions, businesses.
 */
export const lockBusinesses = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedBusiness>> => {
  await lockDecisions(db)
  await db.query(
    'SELECT FROM business_names WHERE business_id = ANY ($1) ORDER BY key FOR UPDATE',
    [ids],
  )
  await db.query({
    ...slow,
    text: 'SELECT FROM submissions WHERE business_id = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
    values: [ids],
  })
  const { rows } = await db.query<LockedBusiness>(
    `SELECT ${businessRowColumns}, parent_id, merged_into FROM businesses
     WHERE id = ANY ($1) OR parent_id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type Figures = BusinessRow & { names: number; owned: number; merged: boolean }

export const readFigures = async (db: Db, ids: readonly string[]): Promise<Figures[]> => {
  const { rows } = await db.query<Figures>(
    `SELECT ${businessRowColumns}, merged_into IS NOT NULL AS merged,
       (SELECT count(*) FROM business_names WHERE business_id = businesses.id) AS names,
       (SELECT count(*) FROM businesses AS owned
         WHERE owned.parent_id = businesses.id AND owned.merged_into IS NULL) AS owned
     FROM businesses WHERE id = ANY ($1)`,
    [ids],
  )
  return rows
}

export const sideOf = (row: Figures): BusinessMergePreview['from'] => ({
  ...businessOf(row),
  names: row.names,
  owned: row.owned,
})

export const stateOf = (row: Figures): MergedBusinessState => ({
  merged: row.merged,
  boycottCount: row.boycott_count,
  names: row.names,
  owned: row.owned,
  version: row.version,
})

type Sides = { fromId: string; intoId: string }

/** Moves submissions, names and owned businesses, and returns their ids. */
export const moveAll = async (
  db: Db,
  { fromId, intoId }: Sides,
): Promise<{ submissionIds: string[]; nameKeys: string[]; ownedIds: string[] }> => {
  const names = await db.query<{ key: string }>(
    `UPDATE business_names SET business_id = $2, is_alias = true WHERE business_id = $1
     RETURNING key`,
    [fromId, intoId],
  )
  const submissions = await db.query<{ id: string }>({
    ...slow,
    text: 'UPDATE submissions SET business_id = $2 WHERE business_id = $1 RETURNING id',
    values: [fromId, intoId],
  })
  const owned = await db.query<{ id: string }>(
    `UPDATE businesses SET parent_id = $2, version = version + 1
     WHERE parent_id = $1 AND id <> $2 RETURNING id`,
    [fromId, intoId],
  )
  return {
    nameKeys: names.rows.map(({ key }) => key),
    submissionIds: submissions.rows.map(({ id }) => id),
    ownedIds: owned.rows.map(({ id }) => id),
  }
}

export type BusinessMerge = {
  id: string
  from_id: string
  into_id: string
  merged_at: Date
  submission_ids: string[]
  name_keys: string[]
  owned_ids: string[]
  into_parent_before: string | null
  into_parent_after: string | null
  is_final: boolean
}

/** Moves back what is still where the merge moved it. Throws `business_name_taken`. */
export const returnAll = async (db: Db, merge: BusinessMerge): Promise<void> => {
  await returnNames(db, merge)
  await db.query({
    ...slow,
    text: 'UPDATE submissions SET business_id = $1 WHERE business_id = $2 AND id = ANY ($3)',
    values: [merge.from_id, merge.into_id, merge.submission_ids],
  })
  await db.query(
    `UPDATE businesses SET parent_id = $1, version = version + 1
     WHERE parent_id = $2 AND id = ANY ($3)`,
    [merge.from_id, merge.into_id, merge.owned_ids],
  )
  await db.query(
    `UPDATE businesses SET parent_id = $2
     WHERE id = $1 AND parent_id IS NOT DISTINCT FROM $3 AND $2 IS DISTINCT FROM $3::text`,
    [merge.into_id, merge.into_parent_before, merge.into_parent_after],
  )
  await db.query('UPDATE business_merges SET undone_at = now() WHERE id = $1', [merge.id])
}

/** An alias that the remaining business has as its name now stays there. */
const returnNames = async (db: Db, merge: BusinessMerge): Promise<void> => {
  await db.query(
    `UPDATE business_names SET business_id = $1
     WHERE business_id = $2 AND key = ANY ($3) AND is_alias`,
    [merge.from_id, merge.into_id, merge.name_keys],
  )
  const { rows } = await db.query<{ business_id: string }>(
    `INSERT INTO business_names AS known (key, business_id, name)
     SELECT match_key(name), id, name FROM businesses WHERE id = $1
     ON CONFLICT (key) DO UPDATE SET is_alias = known.is_alias AND known.business_id <> $1
     RETURNING business_id`,
    [merge.from_id],
  )
  if (onlyRow(rows).business_id !== merge.from_id) throw new AppError('business_name_taken')
}

/** Whether a business is among its own owners. */
export const ownsItself = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await db.query<{ owns: boolean }>(
    `WITH RECURSIVE owners (id) AS (
       SELECT parent_id FROM businesses WHERE id = $1
       UNION SELECT parent_id FROM businesses JOIN owners USING (id) WHERE parent_id IS NOT NULL
     )
     SELECT EXISTS (SELECT FROM owners WHERE id = $1) AS owns`,
    [id],
  )
  return onlyRow(rows).owns
}

export const setMerged = async (
  db: Db,
  { fromId, intoId }: Sides,
  state: { mergedInto: string | null },
): Promise<void> => {
  await db.query('UPDATE businesses SET merged_into = $2, version = version + 1 WHERE id = $1', [
    fromId,
    state.mergedInto,
  ])
  await db.query('UPDATE businesses SET version = version + 1 WHERE id = $1', [intoId])
}

export const setParent = async (db: Db, id: string, parent: string | null): Promise<void> => {
  await db.query('UPDATE businesses SET parent_id = $2 WHERE id = $1', [id, parent])
}

export const insertMerge = async (
  db: Db,
  merge: Omit<BusinessMerge, 'merged_at' | 'is_final'>,
): Promise<void> => {
  await db.query(
    `INSERT INTO business_merges (
       id, from_id, into_id, submission_ids, name_keys, owned_ids, into_parent_before, into_parent_after
     ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      merge.id,
      merge.from_id,
      merge.into_id,
      merge.submission_ids,
      merge.name_keys,
      merge.owned_ids,
      merge.into_parent_before,
      merge.into_parent_after,
    ],
  )
}

/** The merge of a business that is not undone; null if there is none. */
export const findMerge = async (db: Db, fromId: string): Promise<BusinessMerge | null> => {
  const { rows } = await db.query<BusinessMerge>(
    `SELECT *, merged_at < now() - $2 * interval '1 day' AS is_final FROM business_merges
     WHERE from_id = $1 AND undone_at IS NULL ORDER BY merged_at DESC LIMIT 1`,
    [fromId, mergeUndoDays],
  )
  return rows[0] ?? null
}
