import {
  applyBusinessChange,
  applySuggestionDecision,
} from '@answerable/contracts/business-decisions'
import { applyBusinessMerge, applyBusinessUnmerge } from '@answerable/contracts/business-merges'
import type { BusinessEffect, Owners } from '../decisions/apply-at-owner.ts'
import type { DecidedChange, Decision } from '../decisions/store.ts'

type Catalog = Pick<Owners, 'catalog'>

/** Accepts or declines a suggestion. An accepted merge has the figures of both businesses. */
export const decideOnSuggestion = async (
  { catalog }: Catalog,
  { id: decisionId, kind, note, requestId }: Decision,
  suggestionId: string,
): Promise<BusinessEffect> => {
  const action = kind === 'accept-suggestion' ? ('accept' as const) : ('decline' as const)
  const body = { decisionId, suggestionId, action, note: note?.note ?? null }
  const { businessId, ...effect } = await catalog(applySuggestionDecision, { body }, requestId)
  return {
    ...effect,
    subject: { kind: 'business', id: businessId, suggestionId, change: effect.suggestion.kind },
    voteCount: null,
  }
}

/** Changes a business, merges it into another one, or undoes its merge. */
export const decideOnBusiness = async (
  { catalog }: Catalog,
  { id: decisionId, requestId }: Decision,
  { businessId, change }: { businessId: string; change: DecidedChange },
): Promise<BusinessEffect> => {
  const about = { decisionId, businessId }
  const subject = { kind: 'business' as const, suggestionId: null, change: change.kind }
  if (change.kind === 'merge') {
    const body = { ...about, into: change.value }
    const effect = await catalog(applyBusinessMerge, { body }, requestId)
    return { ...effect, subject: { ...subject, id: businessId }, voteCount: null }
  }
  if (change.kind === 'unmerge') {
    const effect = await catalog(applyBusinessUnmerge, { body: about }, requestId)
    return { ...effect, subject: { ...subject, id: businessId }, voteCount: null }
  }
  const body = { ...about, change }
  const { businessId: id, ...effect } = await catalog(applyBusinessChange, { body }, requestId)
  return { ...effect, subject: { ...subject, id }, voteCount: null }
}
