export type MilestoneKind = 'score' | 'comments'

/** The highest power of ten, from 10 on, that a number has reached; null below 10. */
export const milestoneOf = (value: number): number | null =>
  value < 10 ? null : 10 ** Math.floor(Math.log10(value) + 1e-9)
