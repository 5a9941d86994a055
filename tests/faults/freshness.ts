/** Measures the age of the feed's data by the number of submissions that it counts. */
export const openFreshness = (before: number) => {
  const acknowledgedAt: number[] = []
  let oldest = 0
  return {
    submitted: (): void => void acknowledgedAt.push(performance.now()),
    read: (total: number, askedAt: number): void => {
      // When the first uncounted submission was acknowledged.
      const missing = acknowledgedAt[total - before]
      if (missing !== undefined) oldest = Math.max(oldest, askedAt - missing)
    },
    /** The age of the oldest response since the last call, in milliseconds. */
    oldest: (): number => {
      const result = oldest
      oldest = 0
      return result
    },
  }
}
