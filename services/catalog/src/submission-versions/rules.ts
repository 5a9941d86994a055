import type { RouteRequest } from '@answerable/contracts/route'
import {
  type editSubmission,
  submissionGraceMinutes,
} from '@answerable/contracts/submission-versions'
import type { SubmissionRow } from '../submissions/rows.ts'

export type SubmissionText = Pick<
  SubmissionRow,
  'location' | 'place_id' | 'category' | 'reasons' | 'sources' | 'demand'
>

type Edit = Omit<RouteRequest<typeof editSubmission>['body'], 'expectedVersion'>

/** The text after an edit. A new location without a chosen place is recognised by a trigger. */
export const editedText = (row: SubmissionText, edit: Edit): SubmissionText => {
  const location = edit.location ?? row.location
  const keepsPlace = edit.placeId === undefined && location === row.location
  return {
    location,
    place_id: keepsPlace ? row.place_id : (edit.placeId ?? null),
    category: edit.category === undefined ? row.category : edit.category,
    reasons: edit.reasons ?? row.reasons,
    sources: edit.sources === undefined ? row.sources : edit.sources || null,
    demand: edit.demand === undefined ? row.demand : edit.demand || null,
  }
}

const textFields = ['location', 'place_id', 'category', 'reasons', 'sources', 'demand'] as const

export const isSameText = (one: SubmissionText, other: SubmissionText): boolean =>
  textFields.every((field) => one[field] === other[field])

/**
 * SQL that belongs to every increase of the version of a submission but those by votes. An index of votes by submission
 * would make every vote slower.
 */
export const staysUnvoted =
  'unvoted_version = unvoted_version + (unvoted_version = version)::integer'

/** Whether an edit keeps the former text as a version: after a vote, even a withdrawn one, or the first hour. */
export const keepsVersion = (
  row: Pick<SubmissionRow, 'created_at' | 'edited_at' | 'version' | 'unvoted_version'>,
  now: number,
): boolean =>
  row.edited_at !== null ||
  row.version > row.unvoted_version ||
  now - row.created_at.getTime() >= submissionGraceMinutes * 60_000
