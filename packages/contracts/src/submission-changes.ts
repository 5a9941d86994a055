import type { SubmissionChange } from './events.ts'
import { liveSection } from './live.ts'
import { status, submissionIdPattern } from './submissions.ts'

type Check = (value: unknown) => boolean

const isInteger: Check = (value) => Number.isSafeInteger(value)
const isOneOf = (values: readonly string[]): Check => {
  const set = new Set<unknown>(values)
  return (value) => set.has(value)
}
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const isSection = isOneOf(liveSection.options)

const checks: Readonly<Record<keyof SubmissionChange, Check>> = {
  submissionId: (value) => typeof value === 'string' && submissionIdPattern.test(value),
  version: isInteger,
  score: isInteger,
  commentCount: isInteger,
  participantCount: isOptional(isInteger),
  status: isOptional(isOneOf(status.options)),
  approved: (value) => typeof value === 'boolean',
  cause: isOneOf(['created', 'numbers', 'decision']),
  sections: isOptional((value) => Array.isArray(value) && value.every(isSection)),
}
const fields = Object.entries(checks)

const isChange: Check = (value) =>
  isRecord(value) &&
  fields.every(([field, check]) => check(value[field])) &&
  Object.keys(value).every((key) => Object.hasOwn(checks, key))

/** Whether a value is `{ changes: SubmissionChange[] }` without unknown fields. */
export const isSubmissionChanges: Check = (value) =>
  isRecord(value) &&
  Array.isArray(value.changes) &&
  Object.keys(value).length === 1 &&
  value.changes.every(isChange)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
