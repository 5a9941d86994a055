import {
  applyBusinessChange,
  applySuggestionDecision,
  type BusinessChange,
  type BusinessState,
  pageSuggestions,
} from '@answerable/contracts/business-decisions'
import type { BusinessMergeEffect } from '@answerable/contracts/business-merges'
import type { Suggestion } from '@answerable/contracts/businesses'
import type { RouteRequest } from '@answerable/contracts/route'
import { type Db, onlyRow, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { findAppliedMerge, mergeBusinesses } from '../business-merges/merge.ts'
import type { Deps } from '../deps.ts'
import { beginSlow } from '../merges/store.ts'
import { applyChange, findUnmerged, lockBusiness, lockDecisions, readState } from './changes.ts'
import { type BusinessRow, businessOf, businessRowColumns } from './rows.ts'
import { canonicalValue } from './suggestion-values.ts'
import { findSuggestion, readSuggestions } from './suggestions.ts'

/** Decisions of administrators about businesses and suggestions, applied for moderation. */
export const businessDecisions = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, pageSuggestions, ({ query }) => readSuggestions(pool, query))

  serve(router, applySuggestionDecision, ({ body }) =>
    transaction(
      pool,
      async (db) => {
        await lockDecisions(db)
        const found = await lockSuggestion(db, body.suggestionId)
        const subject = { ...body, businessId: found.businessId, change: found }
        const applied =
          (await acceptMerge(db, body, found)) ??
          (await once(db, subject, async (id) => {
            if (found.state !== 'open') throw new AppError('decision_conflict')
            if (body.action === 'accept') await accept(db, id, found)
            await settle(db, body, { mergeId: null })
          }))
        return { ...applied, suggestion: await findSuggestion(db, body.suggestionId) }
      },
      beginSlow,
    ),
  )

  serve(router, applyBusinessChange, ({ body }) =>
    transaction(pool, async (db) => {
      await lockDecisions(db)
      const change = await canonicalChange(db, body.change)
      const applied = await once(db, body, (id) => applyChange(db, id, change))
      const { rows } = await db.query<BusinessRow>(
        `SELECT ${businessRowColumns} FROM businesses WHERE id = $1`,
        [applied.businessId],
      )
      return { ...applied, business: businessOf(onlyRow(rows)) }
    }),
  )
}

type Subject = {
  decisionId: string
  businessId: string
  change: { kind: string; value: string }
}
type Applied = { businessId: string; before: BusinessState; after: BusinessState }

/** Does the work on the locked business, unless the decision was applied before. */
const once = async (
  db: Db,
  { decisionId, businessId, change }: Subject,
  work: (id: string) => Promise<void>,
): Promise<Applied> => {
  const isName = change.kind === 'name' || change.kind === 'alias' || change.kind === 'remove-alias'
  const id = await lockBusiness(db, businessId, isName ? change.value : null)
  const { rows } = await db.query<Applied>(
    `SELECT business_id AS "businessId", before, after FROM applied_business_decisions
     WHERE decision_id = $1`,
    [decisionId],
  )
  const [earlier] = rows
  if (earlier !== undefined) return earlier
  const before = await readState(db, id)
  await work(id)
  const after = await readState(db, id)
  await db.query(
    `INSERT INTO applied_business_decisions (decision_id, business_id, before, after)
     VALUES ($1, $2, $3, $4)`,
    [decisionId, id, JSON.stringify(before), JSON.stringify(after)],
  )
  return { businessId: id, before, after }
}

type Locked = Pick<Suggestion, 'kind' | 'value' | 'state'> & { businessId: string }

const lockSuggestion = async (db: Db, id: string): Promise<Locked> => {
  const { rows } = await db.query<Locked>(
    `SELECT business_id AS "businessId", kind, value, state FROM suggestions
     WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('suggestion_not_found')
  return row
}

type SuggestionDecision = RouteRequest<typeof applySuggestionDecision>['body']

/** Merges the businesses of a suggestion; null if it is no accepted merge, or if they are merged already. */
const acceptMerge = async (
  db: Db,
  decision: SuggestionDecision,
  { kind, value, state, businessId: suggestedId }: Locked,
) => {
  const { decisionId, action } = decision
  if (action !== 'accept' || kind !== 'merge') return null
  if (state !== 'open') return withoutBusiness(await findAppliedMerge(db, decisionId))
  const [businessId, into] = [await findUnmerged(db, suggestedId), await findUnmerged(db, value)]
  if (businessId === into) return null
  const effect = await mergeBusinesses(db, { decisionId, businessId, into })
  await settle(db, decision, { mergeId: decisionId })
  return withoutBusiness(effect)
}

const withoutBusiness = (effect: BusinessMergeEffect | null) => {
  if (effect === null) return null
  const { business, ...figures } = effect
  return { businessId: business.id, ...figures }
}

/** Of a merge, only if the two businesses are merged. */
const accept = async (db: Db, businessId: string, { kind, value }: Locked): Promise<void> => {
  if (kind !== 'merge') return applyChange(db, businessId, { kind, value })
  if ((await findUnmerged(db, value)) !== businessId) throw new AppError('decision_conflict')
}

const settle = async (
  db: Db,
  { suggestionId, action, note }: SuggestionDecision,
  { mergeId }: { mergeId: string | null },
): Promise<void> => {
  await db.query(
    'UPDATE suggestions SET state = $2, note = $3, decided_at = now(), merge_id = $4 WHERE id = $1',
    [suggestionId, action === 'accept' ? 'accepted' : 'declined', note, mergeId],
  )
}

const canonicalChange = async (db: Db, change: BusinessChange): Promise<BusinessChange> => {
  const { kind, value } = change
  if (kind === 'hide') return change
  const mayBeEmpty = kind === 'website' || kind === 'country' || kind === 'parent'
  if (value === '') {
    if (mayBeEmpty) return change
    throw new AppError('invalid_request', { fields: { 'change.value': 'This field is required.' } })
  }
  return kind === 'remove-alias' ? change : { kind, value: await canonicalValue(db, kind, value) }
}
