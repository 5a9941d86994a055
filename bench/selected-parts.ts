/** Exits if a selected part does not exist; otherwise it would count as passed. */
export const refuseUnknown = (
  selected: readonly string[] | undefined,
  known: readonly string[],
): void => {
  const unknown = selected?.filter((name) => !known.includes(name)) ?? []
  if (unknown.length === 0) return
  console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(' ')}`)
  process.exit(2)
}
