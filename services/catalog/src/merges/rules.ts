import { AppError } from '@answerable/service-kit/errors'
import type { SubmissionRow } from '../submissions/rows.ts'

/** Throws `decision_conflict` if another decision on the submission was applied after this version. */
export const refuseChanged = (row: SubmissionRow, expectedVersion: number | undefined): void => {
  if (expectedVersion !== undefined && row.decided_version > expectedVersion) {
    throw new AppError('decision_conflict')
  }
}

type Dated = { id: string; created_at: Date }

/** Throws `merge_into_newer` unless the first submission is the older one. */
export const mustBeOlder = (into: Dated, from: Dated): void => {
  if (!isOlder(into, from)) throw new AppError('merge_into_newer')
}

export const isOlder = (one: Dated, other: Dated): boolean =>
  one.created_at.getTime() === other.created_at.getTime()
    ? one.id < other.id
    : one.created_at < other.created_at
