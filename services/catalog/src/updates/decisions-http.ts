import { type SubmissionState, submissionStateOf } from '@answerable/contracts/decisions'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import {
  applyUpdateDecision,
  pageUpdates,
  readUpdate,
} from '@answerable/contracts/update-decisions'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { readState } from '../merges/states.ts'
import { appendSectionChange } from '../submissions/store.ts'
import { statusWithout } from './follow-updates.ts'
import { type LockedUpdate, lockUpdate } from './lock-update.ts'
import { recordOccurrence, removeOccurrence } from './occurrences.ts'
import { setStatus } from './set-status.ts'
import { findUpdate, readUpdates } from './store.ts'

/** Decisions of administrators about updates, applied for moderation. */
export const updateDecisions = (
  router: Router,
  { pool, relay }: Pick<Deps, 'pool' | 'relay'>,
): void => {
  serve(router, pageUpdates, ({ query }) => readUpdates(pool, query))

  serve(router, readUpdate, async ({ params }) => {
    const update = await findUpdate(pool, params.id)
    if (update === null) throw new AppError('update_not_found')
    return update
  })

  serve(router, applyUpdateDecision, async ({ body, requestId }) => {
    const applied = await transaction(pool, (db) => apply(db, body, requestId))
    relay.wake()
    return applied
  })
}

type Decision = RouteRequest<typeof applyUpdateDecision>['body']
type Effect = RouteResponse<typeof applyUpdateDecision>

const apply = async (db: Db, decision: Decision, requestId: string): Promise<Effect> => {
  const { decisionId, action, note } = decision
  const update = await lockUpdate(db, decision.updateId)
  const earlier = await findApplied(db, decisionId)
  if (earlier !== null) return effectOf(db, update, earlier)
  if (update.state !== (action === 'withdraw' ? 'confirmed' : 'open')) {
    throw new AppError('decision_conflict')
  }
  const before = await stateOf(db, update)
  if (action === 'confirm') await confirm(db, update, requestId)
  await close(db, update, { action, note })
  if (action === 'withdraw') await withdraw(db, update, requestId)
  if (action !== 'decline') {
    await appendSectionChange(db, update.submission.id, { sections: ['timeline'], requestId })
  }
  const states = { before, after: await stateOf(db, update) }
  await db.query(
    `INSERT INTO applied_update_decisions (decision_id, update_id, before, after)
     VALUES ($1, $2, $3, $4)`,
    [decisionId, update.id, JSON.stringify(states.before), JSON.stringify(states.after)],
  )
  return effectOf(db, update, states)
}

type States = { before: SubmissionState; after: SubmissionState }

const findApplied = async (db: Db, decisionId: string): Promise<States | null> => {
  const { rows } = await db.query<States>(
    'SELECT before, after FROM applied_update_decisions WHERE decision_id = $1',
    [decisionId],
  )
  return rows[0] ?? null
}

const stateOf = async (db: Db, { submission }: LockedUpdate): Promise<SubmissionState> =>
  submissionStateOf(await readState(db, submission.id))

const effectOf = async (
  db: Db,
  { id, submission }: LockedUpdate,
  states: States,
): Promise<Effect> => {
  const update = await findUpdate(db, id)
  if (update === null) throw new AppError('update_not_found')
  return { ...states, submissionId: submission.id, category: submission.category, update }
}

const confirm = async (
  db: Db,
  { id, status, submission }: LockedUpdate,
  requestId: string,
): Promise<void> => {
  if (!submission.approved) throw new AppError('decision_conflict')
  await recordOccurrence(db, {
    ...{ submissionId: submission.id, kind: 'update', key: id },
    details: { updateId: id },
  })
  if (status !== null) await setStatus(db, submission, { status, requestId })
}

/** The status goes back, unless a later change has replaced it. */
const withdraw = async (db: Db, update: LockedUpdate, requestId: string): Promise<void> => {
  const { id, status, submission } = update
  for (const submissionId of new Set([update.submissionId, submission.id])) {
    await removeOccurrence(db, { submissionId, kind: 'update', key: id })
  }
  if (status !== submission.status) return
  await setStatus(db, submission, { status: await statusWithout(db, update), requestId })
}

const stateAfter = { confirm: 'confirmed', decline: 'declined', withdraw: 'withdrawn' } as const

const close = async (
  db: Db,
  { id, submission }: LockedUpdate,
  { action, note }: Pick<Decision, 'action' | 'note'>,
): Promise<void> => {
  await db.query(
    `UPDATE updates SET state = $2, note = $3, decided_at = now(), submission_id = $4,
       previous_status = CASE WHEN $2 = 'confirmed' THEN $5 ELSE previous_status END
     WHERE id = $1`,
    [id, stateAfter[action], note, submission.id, submission.status],
  )
}
