import {
  applyAlternativeDecision,
  readAnyAlternative,
} from '@answerable/contracts/alternative-decisions'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { closeFlags, findReporters } from '../comment-flags/store.ts'
import type { Deps } from '../deps.ts'
import { appendFlagsClosed } from '../flags/closed.ts'
import { findMergedInto } from '../merges/redirects.ts'
import { appendChange, raiseVersion } from '../submissions/store.ts'
import { alternativeFlags, findAdminAlternatives, readFlaggedAlternatives } from './flagged.ts'
import { type AlternativeRow, lockAlternative, lockSubmissionOf } from './store.ts'

export const alternativeDecisions = (
  router: Router,
  { pool, relay }: Pick<Deps, 'pool' | 'relay'>,
): void => {
  serve(router, applyAlternativeDecision, async ({ body, requestId }) => {
    const applied = await transaction(pool, (db) => apply(db, body, requestId))
    relay.wake()
    return applied
  })

  serve(router, readAnyAlternative, async ({ params: { id } }) => {
    const found = (await readFlaggedAlternatives(pool, { ids: [id], state: 'any' })).get(id)
    if (found === undefined) throw new AppError('alternative_not_found')
    return found
  })
}

type Decision = RouteRequest<typeof applyAlternativeDecision>['body']
type Result = RouteResponse<typeof applyAlternativeDecision>
type Applied = Omit<Result, 'alternative'>

const apply = async (db: Db, decision: Decision, requestId: string): Promise<Result> => {
  const { decisionId, alternativeId, action, expectedVersion } = decision
  // Also of an alternative that was deleted since.
  const early = await earlierResult(db, decision)
  if (early !== null) return early
  const submission = await lockSubmissionOf(db, alternativeId)
  const alternative = await lockAlternative(db, alternativeId)
  const earlier = await earlierResult(db, decision)
  if (earlier !== null) return earlier
  if (expectedVersion !== undefined && alternative.decided_version > expectedVersion) {
    throw new AppError('decision_conflict')
  }
  const before = stateOf(alternative)
  await db.query(
    `UPDATE alternatives SET state = $2, version = version + 1, decided_version = version + 1
     WHERE id = $1`,
    [alternativeId, action === 'remove' ? 'removed' : 'shown'],
  )
  await tellReporters(db, alternative, decision)
  const after = stateOf(await lockAlternative(db, alternativeId))
  // The cached list ends, and open pages fetch it again.
  if (before.state !== after.state) {
    const shownId = (await findMergedInto(db, submission.id)) ?? submission.id
    await raiseVersion(db, shownId)
    await appendChange(db, shownId, { cause: 'decision', requestId })
  }
  const applied = { submissionId: submission.id, category: submission.category, before, after }
  await insertApplied(db, { decisionId, alternativeId, ...applied })
  return withAlternative(db, alternativeId, applied)
}

/** Flags of a removed alternative stay open, for the record. */
const tellReporters = async (
  db: Db,
  { id, submission_id, state }: AlternativeRow,
  { action, decisionId }: Decision,
): Promise<void> => {
  if (action === 'remove' && state === 'removed') return
  const reporterIds =
    action === 'remove'
      ? await findReporters(db, alternativeFlags, id)
      : await closeFlags(db, alternativeFlags, { id, decisionId })
  await appendFlagsClosed(db, {
    subject: { kind: 'alternative', id, submissionId: submission_id },
    reporterIds,
    outcome: action === 'remove' ? 'removed' : 'approved',
    decisionId,
  })
}

const stateOf = ({ state, flag_count, version }: AlternativeRow): Applied['before'] => ({
  state,
  flagCount: flag_count,
  version,
})

const earlierResult = async (
  db: Db,
  { decisionId, alternativeId }: Decision,
): Promise<Result | null> => {
  const { rows } = await db.query<Applied & { alternativeId: string }>(
    `SELECT alternative_id AS "alternativeId", submission_id AS "submissionId", category, before, after
     FROM applied_alternative_decisions WHERE decision_id = $1`,
    [decisionId],
  )
  if (rows.length === 0) return null
  const { alternativeId: decidedId, ...applied } = onlyRow(rows)
  if (decidedId !== alternativeId) throw new AppError('decision_conflict')
  return withAlternative(db, alternativeId, applied)
}

const withAlternative = async (db: Db, id: string, applied: Applied): Promise<Result> => ({
  ...applied,
  alternative: (await findAdminAlternatives(db, [id])).get(id) ?? null,
})

const insertApplied = async (
  db: Db,
  applied: Applied & { decisionId: string; alternativeId: string },
): Promise<void> => {
  const { decisionId, alternativeId, submissionId, category, before, after } = applied
  await db.query(
    `INSERT INTO applied_alternative_decisions
       (decision_id, alternative_id, submission_id, category, before, after)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      decisionId,
      alternativeId,
      submissionId,
      category,
      JSON.stringify(before),
      JSON.stringify(after),
    ],
  )
}
