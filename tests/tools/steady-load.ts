/** An action and its rate. */
type Kind = { perSecond: number; begin: () => Promise<unknown> }

/** Starts each action at its rate, without waiting for earlier ones. */
export const startSteadyLoad = (kinds: readonly Kind[], tickMilliseconds: number) => {
  const underWay = new Set<Promise<unknown>>()
  const begun = new Map<Kind, number>()
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1_000
    for (const kind of kinds) {
      for (let count = begun.get(kind) ?? 0; count < kind.perSecond * seconds; count += 1) {
        begun.set(kind, count + 1)
        const work: Promise<unknown> = kind.begin().finally(() => underWay.delete(work))
        underWay.add(work)
      }
    }
  }, tickMilliseconds)
  return {
    /** Starts no more actions. */
    abandon: (): void => clearInterval(timer),
    /** The same; resolves when all started actions have ended. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}
