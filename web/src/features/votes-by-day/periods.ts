import type { VotePeriod } from '@answerable/contracts/votes-by-day'
import { longDate } from '../../ui/long-date.ts'

const dayMilliseconds = 86_400_000

/** Days since 1970. */
const dayNumber = (date: string): number => Date.parse(date) / dayMilliseconds

/** How many days a period has. */
export const daysIn = ({ first, last }: Pick<VotePeriod, 'first' | 'last'>): number =>
  dayNumber(last) - dayNumber(first) + 1

/** Days between two dates. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** 'November 3, 2026' or 'November 3, 2026 to November 9, 2026'. */
export const periodName = ({ first, last }: Pick<VotePeriod, 'first' | 'last'>): string =>
  first === last ? longDate(first) : `${longDate(first)} to ${longDate(last)}`
