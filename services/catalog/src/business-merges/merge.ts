import type {
  applyBusinessMerge,
  applyBusinessUnmerge,
  BusinessMergeEffect,
  BusinessMergePreview,
} from '@answerable/contracts/business-merges'
import type { RouteRequest } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { isWithin, lockDecisions } from '../businesses/changes.ts'
import { businessOf } from '../businesses/rows.ts'
import { hasLaterMerge } from '../merges/store.ts'
import {
  findMerge,
  insertMerge,
  lockBusinesses,
  moveAll,
  ownsItself,
  readFigures,
  returnAll,
  setMerged,
  setParent,
  sideOf,
  stateOf,
} from './store.ts'

type Sides = { fromId: string; intoId: string }
type Figures = Awaited<ReturnType<typeof readFigures>>[number]

/** The figures of a merge, without effect. */
export const previewBusinesses = async (db: Db, sides: Sides): Promise<BusinessMergePreview> => {
  const { from, into } = await readSides(db, sides)
  if (from.merged || into.merged) throw new AppError('decision_conflict')
  const isOwned = await isDirectlyOwned(db, sides)
  return {
    from: sideOf(from),
    into: sideOf(into),
    after: {
      boycottCount: from.boycott_count + into.boycott_count,
      names: from.names + into.names,
      owned: from.owned + into.owned - (isOwned ? 1 : 0),
    },
  }
}

/** Merges a business into another one, in the caller's transaction. */
export const mergeBusinesses = async (
  db: Db,
  { decisionId, businessId: fromId, into: intoId }: RouteRequest<typeof applyBusinessMerge>['body'],
): Promise<BusinessMergeEffect> => {
  const sides = { fromId, intoId }
  const locked = await lockBusinesses(db, [fromId, intoId])
  const earlier = await findAppliedMerge(db, decisionId, fromId)
  if (earlier !== null) return earlier
  const [from, into] = [locked.get(fromId), locked.get(intoId)]
  if (from === undefined || into === undefined) throw new AppError('business_not_found')
  if (from.merged_into !== null || into.merged_into !== null)
    throw new AppError('decision_conflict')
  const before = await readSides(db, sides)
  // A business that the other one owned would own itself afterwards.
  const parent = (await isWithin(db, intoId, fromId)) ? from.parent_id : into.parent_id
  if (parent !== into.parent_id) await setParent(db, intoId, parent)
  const moved = await moveAll(db, sides)
  await setMerged(db, sides, { mergedInto: intoId })
  await insertMerge(db, {
    ...{ id: decisionId, from_id: fromId, into_id: intoId },
    ...{
      submission_ids: moved.submissionIds,
      name_keys: moved.nameKeys,
      owned_ids: moved.ownedIds,
    },
    ...{ into_parent_before: into.parent_id, into_parent_after: parent },
  })
  return finish(db, { decisionId, before, ...sides })
}

/**
 * Undoes the merge of a business, in the caller's transaction. Throws `business_name_taken` if another business has got
 * its name since, and `parent_circle` if it would own itself because of owners that have changed since.
 */
export const unmergeBusinesses = async (
  db: Db,
  { decisionId, businessId: fromId }: RouteRequest<typeof applyBusinessUnmerge>['body'],
): Promise<BusinessMergeEffect> => {
  await lockDecisions(db)
  const undone = await findMerge(db, fromId)
  const sides = { fromId, intoId: undone?.into_id ?? fromId }
  const locked = await lockBusinesses(db, [fromId, sides.intoId])
  if (!locked.has(fromId)) throw new AppError('business_not_found')
  const earlier = await findAppliedMerge(db, decisionId, fromId)
  if (earlier !== null) return earlier
  if (undone === null) throw new AppError('decision_conflict')
  if (undone.is_final) throw new AppError('merge_final')
  if (await hasLaterMerge(db, 'business_merges', undone)) throw new AppError('later_merge')
  const before = await readSides(db, sides)
  await setMerged(db, sides, { mergedInto: null })
  await returnAll(db, undone)
  for (const id of [fromId, sides.intoId]) {
    if (await ownsItself(db, id)) throw new AppError('parent_circle')
  }
  return finish(db, { decisionId, before, ...sides })
}

const isDirectlyOwned = async (db: Db, { fromId, intoId }: Sides): Promise<boolean> => {
  const { rowCount } = await db.query(
    'SELECT FROM businesses WHERE (id, parent_id) IN (($1, $2), ($2, $1))',
    [fromId, intoId],
  )
  return rowCount !== 0
}

const readSides = async (
  db: Db,
  { fromId, intoId }: Sides,
): Promise<{ from: Figures; into: Figures }> => {
  const rows = await readFigures(db, [fromId, intoId])
  const [from, into] = [fromId, intoId].map((id) => rows.find((row) => row.id === id))
  if (from === undefined || into === undefined) throw new AppError('business_not_found')
  return { from, into }
}

/** The effect that a decision had before; null if it had none. Throws if it concerned another business. */
export const findAppliedMerge = async (
  db: Db,
  decisionId: string,
  fromId?: string,
): Promise<BusinessMergeEffect | null> => {
  const { rows } = await db.query<{ from_id: string; effect: BusinessMergeEffect }>(
    'SELECT from_id, effect FROM applied_business_merges WHERE decision_id = $1',
    [decisionId],
  )
  const [row] = rows
  if (row === undefined) return null
  if (fromId !== undefined && row.from_id !== fromId) throw new AppError('decision_conflict')
  return row.effect
}

const finish = async (
  db: Db,
  done: Sides & { decisionId: string; before: { from: Figures; into: Figures } },
): Promise<BusinessMergeEffect> => {
  const { decisionId, fromId, before } = done
  const after = await readSides(db, done)
  const effect = {
    business: businessOf(after.from),
    before: stateOf(before.from),
    after: stateOf(after.from),
    other: { id: done.intoId, before: stateOf(before.into), after: stateOf(after.into) },
  }
  await db.query(
    'INSERT INTO applied_business_merges (decision_id, from_id, effect) VALUES ($1, $2, $3)',
    [decisionId, fromId, JSON.stringify(effect)],
  )
  return effect
}
