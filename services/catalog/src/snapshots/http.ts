import type { PublicDecision } from '@answerable/contracts/moderation-log'
import { shareDecisions } from '@answerable/contracts/shared-decisions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'

export const publicDecisions = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, shareDecisions, async ({ body }) => {
    await storeDecisions(pool, body.decisions)
    return { position: await lastPosition(pool) }
  })
}

/** Stores decisions without a gap, and never replaces one. */
const storeDecisions = async (db: Db, decisions: readonly PublicDecision[]): Promise<void> => {
  const [first] = decisions
  if (first === undefined) return
  await db.query(
    `INSERT INTO public_decisions (position, entry)
     SELECT (entry ->> 'position')::bigint, entry FROM jsonb_array_elements($1) AS entry
     WHERE $2 <= (SELECT coalesce(max(position), 0) + 1 FROM public_decisions)
     ORDER BY 1 ON CONFLICT DO NOTHING`,
    [JSON.stringify(decisions), first.position],
  )
}

const lastPosition = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ position: number }>(
    'SELECT coalesce(max(position), 0) AS position FROM public_decisions',
  )
  return onlyRow(rows).position
}
