/** How old what the feed shows is, told by how many submissions it counts. */
export const openFreshness = (before: number) => {
  const acknowledgedAt: number[] = []
  let oldest = 0
  return {
    submitted: (): void => void acknowledgedAt.push(performance.now()),
    read: (total: number, askedAt: number): void => {
      // The first that is not counted was acknowledged then.
      const missing = acknowledgedAt[total - before]
      if (missing !== undefined) oldest = Math.max(oldest, askedAt - missing)
    },
    /** The oldest answer since the last call, in milliseconds. */
    oldest: (): number => {
      const result = oldest
      oldest = 0
      return result
    },
  }
}
