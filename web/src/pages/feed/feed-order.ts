import type { Submission } from '@answerable/contracts/submissions'

/**
 * The rows in the order in which the reader found them, with their newest figures. What has since moved to
 * another page stays where it was; what may have been taken out of public view does not.
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

/** Whether the reader would see something else after asking for the new order. */
export const hasNewOrder = (rows: readonly Submission[], latest: readonly Submission[]): boolean =>
  rows.length !== latest.length || rows.some((one, index) => one.id !== latest[index]?.id)
