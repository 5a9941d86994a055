import { type Status, statuses } from '@answerable/contracts/submissions'

/** The status of a boycott in an address; undefined if it is none. */
export const readStatus = (text: string | null): Status | undefined =>
  text !== null && Object.hasOwn(statuses, text) ? (text as Status) : undefined
