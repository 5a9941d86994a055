/** A range of numbers that the map shows in one colour. */
export type Level = { from: number; to: number }

const maxLevels = 4

/** At most four ranges from 1 to the largest number. Each is several times as wide as the one before. */
export const levelsUpTo = (largest: number): readonly Level[] => {
  const ends = Array.from({ length: maxLevels }, (_, at) =>
    Math.max(at + 1, Math.round(largest ** ((at + 1) / maxLevels))),
  ).filter((end, at, all) => end <= largest && end !== all[at - 1])
  return ends.map((to, at) => ({ from: (ends[at - 1] ?? 0) + 1, to }))
}

/** Counted from 1; 0 for a country without any. */
export const levelOf = (levels: readonly Level[], count: number): number =>
  levels.findIndex(({ from, to }) => from <= count && count <= to) + 1
