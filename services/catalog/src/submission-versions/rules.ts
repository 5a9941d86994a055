import type { RouteRequest } from '@answerable/contracts/route'
import {
  type editSubmission,
  submissionGraceMinutes,
} from '@answerable/contracts/submission-versions'
import type { SubmissionRow } from '../submissions/rows.ts'

export type SubmissionText = Pick<
  SubmissionRow,
  'location' | 'place_id' | 'category' | 'reasons' | 'sources'
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
  }
}

const textFields = ['location', 'place_id', 'category', 'reasons', 'sources'] as const

export const isSameText = (one: SubmissionText, other: SubmissionText): boolean =>
  textFields.every((field) => one[field] === other[field])

/**
 * Whether an edit keeps the former text as a version. Votes raise the version of a submission, as comments and flags
 * do: nobody has voted while it is the version of the text. A search for votes would read the whole table.
 */
export const keepsVersion = (
  row: Pick<SubmissionRow, 'created_at' | 'edited_at' | 'version' | 'text_version'>,
  now: number,
): boolean =>
  row.edited_at !== null ||
  row.version > Math.max(row.text_version, 1) ||
  now - row.created_at.getTime() >= submissionGraceMinutes * 60_000
