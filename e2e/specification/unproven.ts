/** A failed journey with the source of its file. */
export type FailedJourney = { file: string; title: string; source: string }

/**
 * Sorts claims that were not made. `missing` are those that no failed journey would have made; a note names
 * the failed journeys for each other claim.
 */
export const sortUnproven = (
  unproven: readonly string[],
  failed: readonly FailedJourney[],
  wouldMake: (journey: FailedJourney, name: string) => boolean = ({ source }, name) =>
    source.includes(name),
): { missing: string[]; notes: string[] } => {
  const missing: string[] = []
  const notes: string[] = []
  for (const name of unproven) {
    const journeys = failed.filter((journey) => wouldMake(journey, name))
    const named = journeys.map(({ file, title }) => `${file} › ${title}`)
    if (journeys.length === 0) missing.push(name)
    else notes.push(`not proven: '${name}', because this failed: ${named.join('; ')}`)
  }
  return { missing, notes }
}
