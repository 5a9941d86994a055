export type Suggested = { kind: 'alias'; name: number } | { kind: 'merge'; into: string }

type Business = {
  name: number
  mergedInto: string | null
  parent: string | null
  curated: boolean
}
type Submission = { business: string; approved: boolean; votes: Record<number, 1 | -1> }
export type Merge = {
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

export const mustExist = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('the model does not know this id')
  return value
}
export const businessOf = (state: BusinessesState, id: string) => mustExist(state.businesses[id])
export const submissionOf = (state: BusinessesState, id: string) => mustExist(state.submissions[id])

export const withBusiness = (
  state: BusinessesState,
  id: string,
  changes: Partial<Business>,
): BusinessesState => ({
  ...state,
  businesses: { ...state.businesses, [id]: { ...businessOf(state, id), ...changes } },
})
export const withSubmission = (
  state: BusinessesState,
  id: string,
  submission: Submission,
): BusinessesState => ({ ...state, submissions: { ...state.submissions, [id]: submission } })

export const unmergedId = (state: BusinessesState, id: string): string => {
  const { mergedInto } = businessOf(state, id)
  return mergedInto === null ? id : unmergedId(state, mergedInto)
}

export const idsWhere = <Entry>(
  record: Readonly<Record<string, Entry>>,
  test: (entry: Entry) => boolean,
) =>
  Object.entries(record)
    .filter(([, entry]) => test(entry))
    .map(([id]) => id)
export const namesOf = (state: BusinessesState, id: string): number[] =>
  idsWhere(state.names, (owner) => owner === id).map(Number)
export const ownedBy = (state: BusinessesState, id: string): string[] =>
  idsWhere(state.businesses, ({ parent }) => parent === id)
export const boycottCount = (state: BusinessesState, id: string): number =>
  idsWhere(state.submissions, ({ business, approved }) => approved && business === id).length
export const isListed = (state: BusinessesState, id: string): boolean => {
  const { mergedInto, curated } = businessOf(state, id)
  return mergedInto === null && (curated || boycottCount(state, id) > 0)
}

export const summaryOf = (state: BusinessesState, id: string) => ({
  listed: isListed(state, id),
  parentId: businessOf(state, id).parent,
  aliases: namesOf(state, id).filter((name) => name !== businessOf(state, id).name).length,
})

export const isWithin = (state: BusinessesState, id: string, owner: string): boolean => {
  if (id === owner) return true
  const { parent } = businessOf(state, id)
  return parent !== null && isWithin(state, parent, owner)
}
