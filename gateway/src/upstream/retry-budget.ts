export type RetryBudget = {
  /** Counts a call. */
  earn: () => void
  /** Takes one retry from the budget; false when it is used up. */
  spend: () => boolean
}

const share = 0.2
const max = 10

/** Allows one retry for five calls, so that retries do not overload a failing service. */
export const retryBudget = (): RetryBudget => {
  let left = max
  return {
    earn: () => {
      left = Math.min(max, left + share)
    },
    spend: () => {
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
