/** An action and its rate. */
type Kind = { perSecond: number; begin: () => Promise<unknown> }

/** A machine that cannot keep up gets fewer actions: at most those of this time are under way. */
const maxSecondsUnderWay = 10

/** Starts each action at its rate, without waiting for earlier ones. */
export const startSteadyLoad = (kinds: readonly Kind[], tickMilliseconds: number) => {
  const running = kinds.map((kind) => ({ kind, due: 0, underWay: new Set<Promise<unknown>>() }))
  let pace = 1
  /** Seconds since the start, at full pace. */
  let seconds = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    seconds += ((now - last) / 1_000) * pace
    last = now
    for (const one of running) {
      const { kind, underWay } = one
      for (; one.due < kind.perSecond * seconds; one.due += 1) {
        if (underWay.size >= Math.max(kind.perSecond * maxSecondsUnderWay, 1)) continue
        const work: Promise<unknown> = kind.begin().finally(() => underWay.delete(work))
        underWay.add(work)
      }
    }
  }, tickMilliseconds)
  return {
    /** Halves all rates. */
    halve: (): void => {
      pace /= 2
    },
    /** Starts no more actions. */
    abandon: (): void => clearInterval(timer),
    /** The same; resolves when all started actions have ended. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await Promise.all(running.flatMap(({ underWay }) => [...underWay]))
    },
  }
}
