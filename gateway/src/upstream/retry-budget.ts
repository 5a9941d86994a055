export type RetryBudget = {
  /** Notes a call. */
  earn: () => void
  /** Whether one more retry may be made; takes it from the budget. */
  spend: () => boolean
}

const share = 0.2
const most = 10

/** Retries may be a fifth of all calls, so that an upstream in trouble is not buried under them. */
export const retryBudget = (): RetryBudget => {
  let left = most
  return {
    earn: () => {
      left = Math.min(most, left + share)
    },
    spend: () => {
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
