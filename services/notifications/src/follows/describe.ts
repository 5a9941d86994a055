import { searchOfKey } from '@answerable/contracts/followed-search'
import type { Follow } from '@answerable/contracts/follows'
import type { Subjects } from '../subjects/subjects.ts'
import type { FollowRow } from './store.ts'

/** Adds the names of the followed things. */
export const describeFollow = (row: FollowRow, subjects: Subjects): Follow => {
  const { kind, key } = row
  const submission = kind === 'submission' ? subjects.publicSubmission(key) : null
  return {
    ...row,
    submission,
    business: kind === 'business' ? subjects.business(key) : null,
    country: kind === 'country' ? key : null,
    category: kind === 'category' ? (key as NonNullable<Follow['category']>) : null,
    search: kind === 'search' ? searchOfKey(key) : null,
  }
}
