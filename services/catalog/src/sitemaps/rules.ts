/** The number of entries that were created on a day (UTC). */
export type DayCount = { day: string; count: number }

/** Far below the limit of the protocol, so that a part is read in a short time. */
const maxPartEntries = 10_000

const firstCharacters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']

/**
 * Divides entries into parts by their time of creation: a month, else a day, else the first characters of the ids of
 * a day. Old parts keep their address and change rarely, so that search engines read them rarely.
 */
export const partsOf = (days: readonly DayCount[]): string[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 'YYYY-MM'.length))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([month, ofMonth]) =>
      sumOf(ofMonth) <= maxPartEntries ? month : ofMonth.flatMap(partsOfDay),
    )

const partsOfDay = ({ day, count }: DayCount): string[] =>
  count <= maxPartEntries ? [day] : firstCharacters.map((character) => `${day}-${character}`)

const sumOf = (days: readonly DayCount[]): number => days.reduce((sum, { count }) => sum + count, 0)

export type PartBounds = {
  /** Times of creation. */
  from: string
  before: string
  /** Ids, in the order of their bytes. */
  fromId: string
  beforeId: string
}

export const boundsOf = (part: string): PartBounds => {
  const [year = '', month = '', day, character] = part.split('-')
  const from = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)))
  const before = new Date(from)
  if (day === undefined) before.setUTCMonth(before.getUTCMonth() + 1)
  else before.setUTCDate(before.getUTCDate() + 1)
  return {
    from: from.toISOString(),
    before: before.toISOString(),
    fromId: character ?? '',
    // Follows every character of an id.
    beforeId: `${character ?? ''}~`,
  }
}
