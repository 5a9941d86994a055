const parts = 4

export class TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`took longer than ${Math.round(milliseconds)} ms`)
  }
}

/**
 * Calls `expire` after the time limit, unless the returned function is called first. After a stall, a process runs its
 * due timers before it reads the responses that have arrived. So the limit is counted in quarters, and a stall uses up
 * at most one of them.
 */
export const startTimeLimit = (milliseconds: number, expire: () => void): (() => void) => {
  let timer: NodeJS.Timeout
  const quarter = Math.ceil(milliseconds / parts)
  const count = (left: number): void => {
    timer = setTimeout(() => (left === 1 ? expire() : count(left - 1)), quarter)
  }
  count(parts)
  return () => clearTimeout(timer)
}

/** The same as a signal, which aborts with a TimeoutError. */
export const openTimeLimit = (milliseconds: number): { signal: AbortSignal; stop: () => void } => {
  const limit = new AbortController()
  const stop = startTimeLimit(milliseconds, () => limit.abort(new TimeoutError(milliseconds)))
  return { signal: limit.signal, stop }
}
