import {
  type BusinessesState,
  boycottCount,
  businessOf,
  idsWhere,
  isWithin,
  type Merge,
  namesOf,
  ownedBy,
  submissionOf,
  withBusiness,
} from './business-state.ts'

/** The state after a merge, or the code of its refusal. */
export const merge = (
  state: BusinessesState,
  from: string,
  into: string,
): BusinessesState | string => {
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

/** The state after a merge was undone, or the code of the refusal. */
export const unmerge = (
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

const figuresOf = (state: BusinessesState, id: string) => ({
  merged: businessOf(state, id).mergedInto !== null,
  boycottCount: boycottCount(state, id),
  names: namesOf(state, id).length,
  owned: ownedBy(state, id).filter((owned) => businessOf(state, owned).mergedInto === null).length,
})

/** The figures in the response to a merge or its undoing. */
export const merged = (
  before: BusinessesState,
  after: BusinessesState,
  { from, into }: { from: string; into: string },
) => ({
  before: figuresOf(before, from),
  after: figuresOf(after, from),
  other: { id: into, before: figuresOf(before, into), after: figuresOf(after, into) },
})
