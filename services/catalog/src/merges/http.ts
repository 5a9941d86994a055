import {
  applyMerge,
  applyUnmerge,
  computeMerge,
  listMerges,
  type MergeRecord,
  mergeUndoDays,
} from '@answerable/contracts/merges'
import { type Db, transaction } from '@answerable/service-kit/db'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { merge, unmerge } from './merge.ts'
import { previewFigures } from './preview.ts'
import { beginSlow } from './store.ts'

export const merges = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, computeMerge, ({ query }) =>
    // One snapshot for all figures.
    transaction(
      pool,
      (db) => previewFigures(db, query.id, query.into),
      `${beginSlow}; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`,
    ),
  )

  serve(router, listMerges, ({ params }) => readMerges(pool, params.id))

  serve(router, applyMerge, async ({ body, requestId }) => {
    const effect = await transaction(pool, (db) => merge(db, body, { requestId }), beginSlow)
    relay.wake()
    return effect
  })

  serve(router, applyUnmerge, async ({ body, requestId }) => {
    const effect = await transaction(pool, (db) => unmerge(db, body, { requestId }), beginSlow)
    relay.wake()
    return effect
  })
}

type MergeRow = {
  id: string
  from_id: string
  from_name: string
  into_id: string
  into_name: string
  merged_at: Date
  is_latest: boolean
  is_final: boolean
}

const mostMerges = 100
const dayMilliseconds = 86_400_000

const readMerges = async (db: Db, id: string): Promise<MergeRecord[]> => {
  const { rows } = await db.query<MergeRow>(
    `SELECT merges.id, from_id, one.target_name AS from_name, into_id, other.target_name AS into_name,
       merged_at, final_at IS NOT NULL OR merged_at < now() - $2 * interval '1 day' AS is_final,
       NOT EXISTS (
         SELECT FROM merges AS later WHERE later.undone_at IS NULL AND later.id <> merges.id
           AND later.merged_at >= merges.merged_at
           AND (later.from_id = merges.into_id OR later.into_id = merges.into_id)
       ) AS is_latest
     FROM merges JOIN submissions AS one ON one.id = from_id
     JOIN submissions AS other ON other.id = into_id
     WHERE (from_id = $1 OR into_id = $1) AND undone_at IS NULL
     ORDER BY merged_at DESC LIMIT $3`,
    [id, mergeUndoDays, mostMerges],
  )
  return rows.map((row) => ({
    decisionId: row.id,
    from: { id: row.from_id, targetName: row.from_name },
    into: { id: row.into_id, targetName: row.into_name },
    mergedAt: row.merged_at.toISOString(),
    undoableUntil:
      row.is_latest && !row.is_final
        ? new Date(row.merged_at.getTime() + mergeUndoDays * dayMilliseconds).toISOString()
        : null,
  }))
}
