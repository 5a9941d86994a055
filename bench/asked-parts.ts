/** Ends the command when a part is asked for that there is not, which would pass for one that held. */
export const refuseUnknown = (
  asked: readonly string[] | undefined,
  known: readonly string[],
): void => {
  const unknown = asked?.filter((name) => !known.includes(name)) ?? []
  if (unknown.length === 0) return
  console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(' ')}`)
  process.exit(2)
}
