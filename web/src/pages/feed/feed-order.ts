import type { Submission } from '@answerable/contracts/submissions'

/**
 * The rows in the order in which the page first showed them, with their newest figures. Rows that have moved
 * to another page stay; rows that may have been removed do not.
 */
export const rowsInShownOrder = (
  shown: readonly Submission[],
  latest: readonly Submission[],
  decided: ReadonlySet<string>,
): readonly Submission[] => {
  const latestById = new Map(latest.map((one) => [one.id, one]))
  return shown
    .map((one) => latestById.get(one.id) ?? one)
    .filter((one) => latestById.has(one.id) || !decided.has(one.id))
}

/** Whether the newest order differs from the shown one. */
export const hasNewOrder = (rows: readonly Submission[], latest: readonly Submission[]): boolean =>
  rows.length !== latest.length || rows.some((one, index) => one.id !== latest[index]?.id)
