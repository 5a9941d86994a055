export type Limit = { most: number; seconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * How often something may happen within a sliding time. Addresses are counted by mailbox. What everybody shares
 * is shared by network, so that one network never uses up all of it; browsers in which the account was signed in
 * before have budgets of their own, which no stranger can use up.
 */
export const budgets = {
  'mails to mailbox': [
    { most: 1, seconds: minute },
    { most: 5, seconds: 30 * minute },
    { most: 10, seconds: day },
  ],
  'mails to mailbox from network': [
    { most: 3, seconds: 30 * minute },
    { most: 6, seconds: day },
  ],
  'mails to known browser': [
    { most: 1, seconds: minute },
    { most: 5, seconds: 30 * minute },
    { most: 10, seconds: day },
  ],
  'mails from network': [
    { most: 5, seconds: minute },
    { most: 20, seconds: hour },
  ],
  // Of IPv6, where a customer may be given a /48: 4 and 16 times the budget of a /64.
  'mails from network, /56': [
    { most: 20, seconds: minute },
    { most: 80, seconds: hour },
  ],
  'mails from network, /48': [
    { most: 80, seconds: minute },
    { most: 320, seconds: hour },
  ],
  'mails about deletion': [
    { most: 1, seconds: minute },
    { most: 5, seconds: day },
  ],
  'notices of new devices': [{ most: 5, seconds: day }],
  renames: [{ most: 3, seconds: day }],
  'wrong codes': [
    { most: 10, seconds: hour },
    { most: 20, seconds: day },
  ],
  'wrong codes from network': [
    { most: 5, seconds: hour },
    { most: 10, seconds: day },
  ],
  'wrong codes in known browser': [
    { most: 10, seconds: hour },
    { most: 20, seconds: day },
  ],
  'wrong codes about deletion': [
    { most: 10, seconds: hour },
    { most: 20, seconds: day },
  ],
  'wrong codes since success': [{ most: 100, seconds: Number.POSITIVE_INFINITY }],
  'wrong codes in known browser since success': [{ most: 100, seconds: Number.POSITIVE_INFINITY }],
  'codes elsewhere': [{ most: 5, seconds: day }],
  'wrong codes elsewhere, network': [{ most: 20, seconds: hour }],
  'wrong codes elsewhere, whole site': [{ most: 200, seconds: hour }],
} as const satisfies Record<string, readonly Limit[]>

export type BudgetName = keyof typeof budgets

/** Seconds until one more hit stays within every limit: 0 when that is now. */
export const secondsUntilAllowed = (
  hits: readonly Date[],
  limits: readonly Limit[],
  now: Date,
): number => Math.max(0, ...limits.map((limit) => secondsUntilWithin(hits, limit, now)))

const secondsUntilWithin = (hits: readonly Date[], limit: Limit, now: Date): number => {
  const counting = hitsWithin(hits, limit.seconds, now)
  const leavesFirst = counting[counting.length - limit.most]
  if (leavesFirst === undefined) return 0
  const leavesAt = leavesFirst.getTime() + limit.seconds * 1000
  return Math.max(1, Math.ceil((leavesAt - now.getTime()) / 1000))
}

/** The hits younger than this, oldest first. */
export const hitsWithin = (hits: readonly Date[], seconds: number, now: Date): Date[] =>
  hits
    .filter((hit) => hit.getTime() > now.getTime() - seconds * 1000)
    .sort((one, other) => one.getTime() - other.getTime())

/** How long a hit counts for any of the limits. */
export const memorySeconds = (limits: readonly Limit[]): number =>
  Math.max(...limits.map(({ seconds }) => seconds))
