/** Until when the result of a search is fresh, and until when it is used while the next search runs. */
export type Lifetime = { freshUntil: number; usableUntil: number }

const minMilliseconds = 1_000
const maxMilliseconds = 30_000
/** A result is fresh for this many times the duration of its search, which limits searches to 2% of the time of a connection. */
const freshPerSearch = 50

/** The lifetime of the result of a search that has just ended. Times are those of `performance.now()`. */
export const lifetimeSince = (startedAt: number): Lifetime => {
  const took = performance.now() - startedAt
  const fresh = Math.min(Math.max(took * freshPerSearch, minMilliseconds), maxMilliseconds)
  return { freshUntil: startedAt + fresh, usableUntil: startedAt + 2 * fresh }
}
