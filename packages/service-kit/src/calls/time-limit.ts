const parts = 4

/**
 * Calls `expire` after the time limit, unless the returned function is called before. A process that stands still runs
 * its due timers before it reads the responses that have arrived meanwhile. So the limit is counted in quarters, and
 * however long the process stands still, one quarter passes.
 */
export const startTimeLimit = (milliseconds: number, expire: () => void): (() => void) => {
  let timer: NodeJS.Timeout
  const count = (left: number): void => {
    timer = setTimeout(() => (left === 1 ? expire() : count(left - 1)), milliseconds / parts)
  }
  count(parts)
  return () => clearTimeout(timer)
}
