import type { SourceDetails } from '@answerable/contracts/source-details'

const fields = ['title', 'publisher', 'kind', 'shows', 'archive'] as const

export const isSame = (one: SourceDetails, other: SourceDetails): boolean =>
  fields.every((field) => one[field] === other[field])
