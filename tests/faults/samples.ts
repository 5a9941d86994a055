/** The result of one call or connection; times in milliseconds of `performance.now()`. */
export type Sample = {
  group: Group
  startedAt: number
  endedAt: number
  isGood: boolean
  /** A status, or the code of an error. */
  outcome: string
}

/** Calls that depend on the same programs; every group must recover. */
const groups = [
  'writes',
  'feed',
  'details',
  'members',
  'strangers',
  'moderation',
  'diagnostics',
  'live',
] as const
export type Group = (typeof groups)[number]

export type Recorder = {
  /** Records a start; returns a function that records the end. */
  readonly begin: (group: Group) => (isGood: boolean, outcome: string) => void
  /** All finished samples that started at or after this time. */
  readonly since: (time: number) => Sample[]
  /** All samples that started before this time have ended. */
  readonly settledUntil: () => number
  /** Samples that started since this time are complete. */
  readonly completeSince: () => number
  /** Drops finished samples. */
  readonly clear: () => void
}

export const openRecorder = (): Recorder => {
  let samples: Sample[] = []
  const open = new Map<number, number>()
  let last = 0
  let completeSince = performance.now()
  return {
    begin: (group) => {
      last += 1
      const id = last
      const startedAt = performance.now()
      open.set(id, startedAt)
      return (isGood, outcome) => {
        open.delete(id)
        samples.push({ group, startedAt, endedAt: performance.now(), isGood, outcome })
      }
    },
    since: (time) => samples.filter(({ startedAt }) => startedAt >= time),
    settledUntil: () => open.values().next().value ?? performance.now(),
    completeSince: () => completeSince,
    clear: () => {
      completeSince = performance.now()
      samples = []
    },
  }
}

const stepMilliseconds = 100
const stepsOfWindow = 10
const goodShare = 0.99

/**
 * Time after `from` until every group has recovered: from then on, 99 % of the calls of every second
 * succeed. Considers samples up to `until`, when all must have ended.
 */
export const millisecondsUntilBack = (
  samples: readonly Sample[],
  { from, until }: { from: number; until: number },
): number =>
  Math.max(
    ...groups.map((group) => {
      const steps = Array.from({ length: Math.ceil((until - from) / stepMilliseconds) }, newStep)
      for (const sample of samples) {
        if (sample.group !== group) continue
        const step = steps[Math.floor((sample.startedAt - from) / stepMilliseconds)]
        if (step === undefined) continue
        step.all += 1
        if (!sample.isGood) step.bad += 1
      }
      return stepsUntilGood(steps) * stepMilliseconds
    }),
  )

type Step = { all: number; bad: number }
const newStep = (): Step => ({ all: 0, bad: 0 })

/** The number of steps until no window is bad. A window without calls does not end a bad period. */
const stepsUntilGood = (steps: readonly Step[]): number => {
  const windows = steps.map((_, start) => {
    const sum = newStep()
    for (const { all, bad } of steps.slice(start, start + stepsOfWindow)) {
      sum.all += all
      sum.bad += bad
    }
    return sum
  })
  const lastBad = windows.findLastIndex(({ all, bad }) => bad > all * (1 - goodShare))
  if (lastBad === -1) return 0
  const firstGood = windows.findIndex(({ all }, index) => index > lastBad && all > 0)
  return firstGood === -1 ? steps.length : firstGood
}

/** Failures by kind, for example '503 ×12, ECONNRESET ×3'. */
export const failuresOf = (samples: readonly Sample[]): string => {
  const failures = Map.groupBy(
    samples.filter(({ isGood }) => !isGood),
    ({ group, outcome }) => `${group} ${outcome}`,
  )
  return [...failures].map(([what, all]) => `${what} ×${all.length}`).join(', ')
}
