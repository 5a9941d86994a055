import {
  applyResponseDecision,
  pageResponses,
  readAnyResponse,
} from '@answerable/contracts/response-decisions'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { isOutdatedApproval } from '../decisions/rules.ts'
import type { Deps } from '../deps.ts'
import { appendFlagsClosed } from '../flags/closed.ts'
import { lockWithSurvivor } from '../merges/lock-with-survivor.ts'
import { closeFlags, findReporters } from '../responses/flags.ts'
import { publishResponse, withdrawResponse } from '../responses/status.ts'
import { appendResponseChange, findResponse } from '../responses/store.ts'
import {
  findApplied,
  insertApplied,
  loggedOf,
  readAdminResponse,
  readFlaggedResponses,
  readResponsesPage,
  storeDecided,
} from './store.ts'

export const responseDecisions = (
  router: Router,
  { pool, relay }: Pick<Deps, 'pool' | 'relay'>,
): void => {
  serve(router, applyResponseDecision, async ({ body, requestId }) => {
    const applied = await transaction(pool, (db) => apply(db, body, requestId))
    relay.wake()
    return applied
  })

  serve(router, readAnyResponse, async ({ params: { id } }) => {
    const found = (await readFlaggedResponses(pool, { ids: [id], state: 'any' })).get(id)
    if (found === undefined) throw new AppError('response_not_found')
    return found
  })

  serve(router, pageResponses, ({ query }) => readResponsesPage(pool, query))
}

type Decision = RouteRequest<typeof applyResponseDecision>['body']
type Result = RouteResponse<typeof applyResponseDecision>

const existingResponse = async (db: Db, id: string): Promise<Result['response']> => {
  const response = await readAdminResponse(db, id)
  if (response === null) throw new AppError('response_not_found')
  return response
}

const lockResponse = async (db: Db, id: string) => {
  const found = await findResponse(db, id)
  const submission = found === null ? null : await lockWithSurvivor(db, found.submission_id)
  // All writes of responses hold the lock of the submission.
  const response = await findResponse(db, id)
  if (submission === null || response === null) throw new AppError('response_not_found')
  return { submission, response }
}

const apply = async (db: Db, decision: Decision, requestId: string): Promise<Result> => {
  const { decisionId, responseId, expectedVersion, action } = decision
  const { submission, response } = await lockResponse(db, responseId)
  const earlier = await findApplied(db, decisionId)
  if (earlier !== null) {
    const { responseId: decidedId, ...result } = earlier
    if (decidedId !== responseId) throw new AppError('decision_conflict')
    return { ...result, response: await existingResponse(db, responseId) }
  }
  if (expectedVersion !== undefined && response.decided_version > expectedVersion)
    throw new AppError('decision_conflict')
  // An approval of another text than the current one would close its flags.
  if (isOutdatedApproval(decision, response)) throw new AppError('response_changed')
  const isRemoval = action === 'remove'
  const hasChanged = response.state !== (isRemoval ? 'removed' : 'shown')
  const reporterIds = isRemoval
    ? await findReporters(db, responseId)
    : await closeFlags(db, responseId, decisionId)
  await storeDecided(db, responseId, isRemoval ? decision.reasonCode : null, {
    isRemoval,
    hasChanged,
  })
  const subject = { id: responseId, submission }
  if (!hasChanged) await appendResponseChange(db, responseId, { cause: 'edited', requestId })
  else if (isRemoval) await withdrawResponse(db, subject, { requestId })
  else await publishResponse(db, subject, { cause: 'restored', requestId })
  if (hasChanged || !isRemoval)
    await appendFlagsClosed(db, {
      subject: { kind: 'response', id: responseId, submissionId: submission.id },
      reporterIds,
      outcome: isRemoval ? 'removed' : 'approved',
      decisionId,
    })
  const now = await existingResponse(db, responseId)
  const result = {
    submissionId: submission.id,
    category: submission.category,
    before: loggedOf(response),
    after: { state: now.state, flagCount: now.flagCount, version: now.version },
  }
  await insertApplied(db, decisionId, { ...result, responseId })
  return { ...result, response: now }
}
