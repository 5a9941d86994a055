export type Limit = { max: number; seconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Limits in sliding windows. Addresses are counted by mailbox. Each network has a share of the common budgets, so that
 * one network cannot use them up. Browsers in which the account has signed in before have their own budgets, which
 * others cannot use up.
 */
export const budgets = {
  'mails to mailbox': [
    { max: 1, seconds: minute },
    { max: 5, seconds: 30 * minute },
    { max: 10, seconds: day },
  ],
  'mails to mailbox from network': [
    { max: 3, seconds: 30 * minute },
    { max: 6, seconds: day },
  ],
  'mails to known browser': [
    { max: 1, seconds: minute },
    { max: 5, seconds: 30 * minute },
    { max: 10, seconds: day },
  ],
  'mails from network': [
    { max: 5, seconds: minute },
    { max: 20, seconds: hour },
  ],
  // IPv6, where a customer may hold a /48: 4 and 16 times the budget of a /64.
  'mails from network, /56': [
    { max: 20, seconds: minute },
    { max: 80, seconds: hour },
  ],
  'mails from network, /48': [
    { max: 80, seconds: minute },
    { max: 320, seconds: hour },
  ],
  // Receipts of notices of unlawful content, which people send without an account.
  'notices to mailbox': [
    { max: 5, seconds: hour },
    { max: 15, seconds: day },
  ],
  'notices to mailbox from network': [
    { max: 3, seconds: hour },
    { max: 8, seconds: day },
  ],
  'notices from network': [
    { max: 10, seconds: hour },
    { max: 30, seconds: day },
  ],
  'notices from network, /56': [
    { max: 40, seconds: hour },
    { max: 120, seconds: day },
  ],
  'notices from network, /48': [
    { max: 160, seconds: hour },
    { max: 480, seconds: day },
  ],
  'mails about deletion': [
    { max: 1, seconds: minute },
    { max: 5, seconds: day },
  ],
  'mails about claims': [
    { max: 1, seconds: minute },
    { max: 3, seconds: day },
  ],
  'mails about claims of account': [{ max: 5, seconds: day }],
  'mails about claims to domain': [{ max: 10, seconds: day }],
  'notices of new devices': [{ max: 5, seconds: day }],
  renames: [{ max: 3, seconds: day }],
  'wrong codes': [
    { max: 10, seconds: hour },
    { max: 20, seconds: day },
  ],
  'wrong codes from network': [
    { max: 5, seconds: hour },
    { max: 10, seconds: day },
  ],
  'wrong codes in known browser': [
    { max: 10, seconds: hour },
    { max: 20, seconds: day },
  ],
  'wrong codes about deletion': [
    { max: 10, seconds: hour },
    { max: 20, seconds: day },
  ],
  'wrong codes about claims': [
    { max: 10, seconds: hour },
    { max: 20, seconds: day },
    { max: 100, seconds: 365 * day },
  ],
  'wrong codes since success': [{ max: 100, seconds: Number.POSITIVE_INFINITY }],
  'wrong codes in known browser since success': [{ max: 100, seconds: Number.POSITIVE_INFINITY }],
  'codes elsewhere': [{ max: 5, seconds: day }],
  'wrong codes elsewhere, network': [{ max: 20, seconds: hour }],
  'wrong codes elsewhere, whole site': [{ max: 200, seconds: hour }],
} as const satisfies Record<string, readonly Limit[]>

export type BudgetName = keyof typeof budgets

/** Seconds until one more hit stays within all limits; 0 if it does now. */
export const secondsUntilAllowed = (
  hits: readonly Date[],
  limits: readonly Limit[],
  now: Date,
): number => Math.max(0, ...limits.map((limit) => secondsUntilWithin(hits, limit, now)))

const secondsUntilWithin = (hits: readonly Date[], limit: Limit, now: Date): number => {
  const counting = hitsWithin(hits, limit.seconds, now)
  const leavesFirst = counting[counting.length - limit.max]
  if (leavesFirst === undefined) return 0
  const leavesAt = leavesFirst.getTime() + limit.seconds * 1000
  return Math.max(1, Math.ceil((leavesAt - now.getTime()) / 1000))
}

/** The hits of the last `seconds`, oldest first. */
export const hitsWithin = (hits: readonly Date[], seconds: number, now: Date): Date[] =>
  hits
    .filter((hit) => hit.getTime() > now.getTime() - seconds * 1000)
    .sort((one, other) => one.getTime() - other.getTime())

/** The longest time for which a hit counts. */
export const memorySeconds = (limits: readonly Limit[]): number =>
  Math.max(...limits.map(({ seconds }) => seconds))
