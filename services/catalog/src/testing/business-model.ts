import { isDeepStrictEqual } from 'node:util'
import { merge, merged, unmerge } from './business-merge-model.ts'
import {
  type BusinessesState,
  boycottCount,
  businessOf,
  isListed,
  isWithin,
  mustExist,
  type Suggested,
  submissionOf,
  summaryOf,
  unmergedId,
  withBusiness,
  withSubmission,
} from './business-state.ts'

/** An operation on businesses. Names are numbers; submissions, businesses and suggestions are ids. */
export type BusinessOperation =
  | { kind: 'propose'; name: number; spelling: number }
  | { kind: 'vote'; submission: string; value: 1 | -1 }
  | { kind: 'approve' | 'remove'; submission: string }
  | { kind: 'name' | 'alias' | 'remove-alias'; business: string; name: number }
  | { kind: 'parent'; business: string; owner: string }
  | { kind: 'merge'; business: string; into: string }
  | { kind: 'unmerge'; business: string }
  | { kind: 'read'; business: string }
  | { kind: 'suggest'; business: string; suggested: Suggested }
  | { kind: 'accept'; suggestion: string }

/** The modelled parts of a response. */
export type BusinessOutcome = { status: number; seen: unknown }

/** An operation with its outcome; `by` is the client. */
export type DoneWithBusiness = {
  by: number
  operation: BusinessOperation
  outcome: BusinessOutcome
}

/** The possible states after concurrent operations; empty if no order of them explains their outcomes. */
export const businessesAfter = (
  state: BusinessesState,
  done: readonly DoneWithBusiness[],
): BusinessesState[] => {
  if (done.length === 0) return [state]
  const ends = done.flatMap((next) => {
    const after = take(state, next)
    if (after === null) return []
    return businessesAfter(
      after,
      done.filter((one) => one !== next),
    )
  })
  return unique(ends)
}

export const unique = <State>(states: readonly State[]): State[] =>
  states.filter(
    (state, index) => states.findIndex((other) => isDeepStrictEqual(other, state)) === index,
  )

/** The state after an operation; null if it would have had another outcome. */
const take = (state: BusinessesState, done: DoneWithBusiness): BusinessesState | null => {
  const { operation, outcome } = done
  const isOutcome = (status: number, seen: unknown) =>
    isDeepStrictEqual(outcome, { status, seen: seen ?? null })
  const refused = (code: string) => (isOutcome(409, code) ? state : null)
  switch (operation.kind) {
    case 'propose':
      return propose(state, operation.name, outcome)
    case 'vote':
      return vote(state, done)
    case 'approve':
    case 'remove': {
      const submission = submissionOf(state, operation.submission)
      const approved = operation.kind === 'approve'
      if (outcome.status !== 200) return null
      return withSubmission(state, operation.submission, { ...submission, approved })
    }
    case 'read':
      return read(state, operation.business, outcome) ? state : null
    case 'suggest':
      return suggest(state, operation, outcome)
    case 'unmerge': {
      const undone = unmerge(state, operation.business)
      if (typeof undone === 'string') return refused(undone)
      const seen = merged(state, undone.state, undone.merge)
      return isOutcome(200, seen) ? undone.state : null
    }
    case 'merge': {
      const { business: from, into } = operation
      const after = merge(state, from, into)
      if (typeof after === 'string') return refused(after)
      return isOutcome(200, merged(state, after, { from, into })) ? after : null
    }
    case 'accept': {
      const accepted = accept(state, operation.suggestion)
      if (typeof accepted === 'string') return refused(accepted)
      return outcome.status === 200 ? accepted : null
    }
    case 'name':
    case 'alias':
    case 'remove-alias':
    case 'parent': {
      const id = unmergedId(state, operation.business)
      const after = change(state, id, operation)
      if (typeof after === 'string') return refused(after)
      const seen = { id, before: summaryOf(state, id), after: summaryOf(after, id) }
      return isOutcome(200, seen) ? after : null
    }
  }
}

/** A name of no business makes one, with the id of the response. */
const propose = (
  state: BusinessesState,
  name: number,
  { status, seen }: BusinessOutcome,
): BusinessesState | null => {
  const { id, businessId } = seen as { id: string; businessId: string }
  if (status !== 201 || state.submissions[id] !== undefined) return null
  const known = state.names[name]
  const submission = { business: businessId, approved: true, votes: {} }
  if (known !== undefined)
    return known === businessId ? withSubmission(state, id, submission) : null
  if (state.businesses[businessId] !== undefined) return null
  const made = { name, mergedInto: null, parent: null, curated: false }
  const withNew = {
    ...state,
    names: { ...state.names, [name]: businessId },
    businesses: { ...state.businesses, [businessId]: made },
  }
  return withSubmission(withNew, id, submission)
}

const vote = (state: BusinessesState, { by, operation, outcome }: DoneWithBusiness) => {
  if (operation.kind !== 'vote') return null
  const submission = submissionOf(state, operation.submission)
  if (!submission.approved) return outcome.status === 404 ? state : null
  if (outcome.status !== 200) return null
  const votes = { ...submission.votes, [by]: operation.value }
  return withSubmission(state, operation.submission, { ...submission, votes })
}

/** A redirect has no count. */
const read = (state: BusinessesState, business: string, { status, seen }: BusinessOutcome) => {
  const id = unmergedId(state, business)
  if (!isListed(state, id)) return status === 404
  if (status !== 200) return false
  const { id: found, boycottCount: count } = seen as { id: string; boycottCount: number | null }
  return found === id && (count === null || count === boycottCount(state, id))
}

/**
 * Suggestions take no lock, so that they may be refused because of any moment: as useless, or because a business was
 * not listed.
 */
const suggest = (
  state: BusinessesState,
  { suggested }: BusinessOperation & { kind: 'suggest' },
  { status, seen }: BusinessOutcome,
): BusinessesState | null => {
  if (status === 409 || status === 404) return state
  if (status !== 201) return null
  const { id, businessId, value } = seen as { id: string; businessId: string; value: string }
  // The other business is that after merges.
  const stored = suggested.kind === 'merge' ? { kind: suggested.kind, into: value } : suggested
  const suggestion = { business: businessId, suggested: stored, isOpen: true }
  return { ...state, suggestions: { ...state.suggestions, [id]: suggestion } }
}

const accept = (state: BusinessesState, id: string): BusinessesState | string => {
  const suggestion = mustExist(state.suggestions[id])
  if (!suggestion.isOpen) return 'decision_conflict'
  const closed = {
    ...state,
    suggestions: { ...state.suggestions, [id]: { ...suggestion, isOpen: false } },
  }
  const { business, suggested } = suggestion
  const target = unmergedId(state, business)
  if (suggested.kind === 'alias') return change(closed, target, suggested)
  const into = unmergedId(state, suggested.into)
  return target === into ? closed : merge(closed, target, into)
}

type Change =
  | { kind: 'name' | 'alias' | 'remove-alias'; name: number }
  | { kind: 'parent'; owner: string }

const change = (state: BusinessesState, id: string, made: Change): BusinessesState | string => {
  const curated = withBusiness(state, id, { curated: true })
  if (made.kind === 'parent') {
    const owner = unmergedId(state, made.owner)
    if (isWithin(state, owner, id)) return 'parent_circle'
    return withBusiness(curated, id, { parent: owner })
  }
  const { kind, name } = made
  const owner = state.names[name]
  if (kind === 'remove-alias') {
    if (owner !== id || businessOf(state, id).name === name) return curated
    const { [name]: _, ...names } = state.names
    return { ...curated, names }
  }
  if (owner !== undefined && owner !== id) return 'business_name_taken'
  const named = { ...curated, names: { ...state.names, [name]: id } }
  return kind === 'name' ? withBusiness(named, id, { name }) : named
}
