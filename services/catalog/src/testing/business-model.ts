import { isDeepStrictEqual } from 'node:util'

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

type Suggested = { kind: 'alias'; name: number } | { kind: 'merge'; into: string }

/** The modelled parts of a response. */
export type BusinessOutcome = { status: number; seen: unknown }

type Business = { name: number; mergedInto: string | null; parent: string | null; curated: boolean }
type Submission = { business: string; approved: boolean; votes: Record<number, 1 | -1> }
type Merge = {
  from: string
  into: string
  names: number[]
  submissions: string[]
  owned: string[]
  parentBefore: string | null
  parentAfter: string | null
}
type Suggestion = { business: string; suggested: Suggested; isOpen: boolean }

export type BusinessesState = {
  /** The business of each name and alias. */
  names: Readonly<Record<number, string>>
  businesses: Readonly<Record<string, Business>>
  submissions: Readonly<Record<string, Submission>>
  suggestions: Readonly<Record<string, Suggestion>>
  /** Those that are not undone, in their order. */
  merges: readonly Merge[]
}

export const noBusinesses: BusinessesState = {
  names: {},
  businesses: {},
  submissions: {},
  suggestions: {},
  merges: [],
}

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
    default: {
      const id = unmergedId(state, operation.business)
      const after = change(state, id, operation)
      if (typeof after === 'string') return refused(after)
      const seen = { id, before: summaryOf(state, id), after: summaryOf(after, id) }
      return isOutcome(200, seen) ? after : null
    }
  }
}

const mustExist = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('the model does not know this id')
  return value
}
const businessOf = (state: BusinessesState, id: string) => mustExist(state.businesses[id])
const submissionOf = (state: BusinessesState, id: string) => mustExist(state.submissions[id])

const withBusiness = (
  state: BusinessesState,
  id: string,
  changes: Partial<Business>,
): BusinessesState => ({
  ...state,
  businesses: { ...state.businesses, [id]: { ...businessOf(state, id), ...changes } },
})
const withSubmission = (
  state: BusinessesState,
  id: string,
  submission: Submission,
): BusinessesState => ({ ...state, submissions: { ...state.submissions, [id]: submission } })

const unmergedId = (state: BusinessesState, id: string): string => {
  const { mergedInto } = businessOf(state, id)
  return mergedInto === null ? id : unmergedId(state, mergedInto)
}

const idsWhere = <Entry>(
  record: Readonly<Record<string, Entry>>,
  test: (entry: Entry) => boolean,
) =>
  Object.entries(record)
    .filter(([, entry]) => test(entry))
    .map(([id]) => id)
const namesOf = (state: BusinessesState, id: string): number[] =>
  idsWhere(state.names, (owner) => owner === id).map(Number)
const ownedBy = (state: BusinessesState, id: string): string[] =>
  idsWhere(state.businesses, ({ parent }) => parent === id)
const boycottCount = (state: BusinessesState, id: string): number =>
  idsWhere(state.submissions, ({ business, approved }) => approved && business === id).length
const isListed = (state: BusinessesState, id: string): boolean => {
  const { mergedInto, curated } = businessOf(state, id)
  return mergedInto === null && (curated || boycottCount(state, id) > 0)
}

export const summaryOf = (state: BusinessesState, id: string) => ({
  listed: isListed(state, id),
  parentId: businessOf(state, id).parent,
  aliases: namesOf(state, id).filter((name) => name !== businessOf(state, id).name).length,
})

const figuresOf = (state: BusinessesState, id: string) => ({
  merged: businessOf(state, id).mergedInto !== null,
  boycottCount: boycottCount(state, id),
  names: namesOf(state, id).length,
  owned: ownedBy(state, id).filter((owned) => businessOf(state, owned).mergedInto === null).length,
})

const merged = (
  before: BusinessesState,
  after: BusinessesState,
  { from, into }: { from: string; into: string },
) => ({
  before: figuresOf(before, from),
  after: figuresOf(after, from),
  other: { id: into, before: figuresOf(before, into), after: figuresOf(after, into) },
})

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

/** Suggestions take no lock, so that they may be refused because of any moment. */
const suggest = (
  state: BusinessesState,
  { suggested }: BusinessOperation & { kind: 'suggest' },
  { status, seen }: BusinessOutcome,
): BusinessesState | null => {
  if (status === 409) return state
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

const isWithin = (state: BusinessesState, id: string, owner: string): boolean => {
  if (id === owner) return true
  const { parent } = businessOf(state, id)
  return parent !== null && isWithin(state, parent, owner)
}

const merge = (state: BusinessesState, from: string, into: string): BusinessesState | string => {
  if (from === into) return 'decision_conflict'
  const [one, other] = [businessOf(state, from), businessOf(state, into)]
  if (one.mergedInto !== null || other.mergedInto !== null) return 'decision_conflict'
  const parentAfter = isWithin(state, into, from) ? one.parent : other.parent
  const parented = withBusiness(state, into, { parent: parentAfter })
  const record = {
    from,
    into,
    names: namesOf(parented, from),
    submissions: idsWhere(parented.submissions, ({ business }) => business === from),
    owned: ownedBy(parented, from).filter((id) => id !== into),
    parentBefore: other.parent,
    parentAfter,
  }
  const moved = move(parented, record, { to: into })
  return {
    ...withBusiness(moved, from, { mergedInto: into }),
    merges: [...state.merges, record],
  }
}

const move = (
  state: BusinessesState,
  { names, submissions, owned }: Pick<Merge, 'names' | 'submissions' | 'owned'>,
  { to }: { to: string },
): BusinessesState => ({
  ...state,
  names: { ...state.names, ...Object.fromEntries(names.map((name) => [name, to])) },
  submissions: {
    ...state.submissions,
    ...Object.fromEntries(
      submissions.map((id) => [id, { ...submissionOf(state, id), business: to }]),
    ),
  },
  businesses: {
    ...state.businesses,
    ...Object.fromEntries(owned.map((id) => [id, { ...businessOf(state, id), parent: to }])),
  },
})

const unmerge = (
  state: BusinessesState,
  from: string,
): { state: BusinessesState; merge: Merge } | string => {
  const index = state.merges.findIndex((record) => record.from === from)
  const record = state.merges[index]
  if (record === undefined) return 'decision_conflict'
  const { into, names, submissions, owned, parentBefore, parentAfter } = record
  const later = state.merges.slice(index + 1)
  if (later.some((one) => one.from === into || one.into === into)) return 'later_merge'
  const stays = businessOf(state, into)
  const ownName = businessOf(state, from).name
  const returned = move(
    state,
    {
      names: names.filter((name) => state.names[name] === into && name !== stays.name),
      submissions: submissions.filter((id) => submissionOf(state, id).business === into),
      owned: owned.filter((id) => businessOf(state, id).parent === into),
    },
    { to: from },
  )
  const owner = returned.names[ownName]
  if (owner !== undefined && owner !== from) return 'business_name_taken'
  const named = { ...returned, names: { ...returned.names, [ownName]: from } }
  const parent = stays.parent === parentAfter ? parentBefore : stays.parent
  const parented = withBusiness(withBusiness(named, from, { mergedInto: null }), into, { parent })
  if ([from, into].some((id) => ownsItself(parented, id))) return 'parent_circle'
  return {
    state: { ...parented, merges: state.merges.filter((one) => one !== record) },
    merge: record,
  }
}

/** Owners of an existing circle would never end, so the number of steps is bounded. */
const ownsItself = (state: BusinessesState, id: string): boolean => {
  let owner = businessOf(state, id).parent
  for (let steps = 0; owner !== null && steps < 100; steps += 1) {
    if (owner === id) return true
    owner = businessOf(state, owner).parent
  }
  return false
}
