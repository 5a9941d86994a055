const stepMilliseconds = 1_000
const steps = 10

/**
 * Starts the time limit of a call: the signal aborts after ten seconds with a `TimeoutError`. A page on a slow device
 * can be busy for longer than that. Afterwards the browser may run a timer before it handles a response that arrived
 * earlier. So the limit counts single seconds, and however long the page is busy, one second passes. A hidden page
 * waits longer, because browsers delay its timers.
 */
export const startTimeLimit = (): { signal: AbortSignal; stop: () => void } => {
  const limit = new AbortController()
  let isStopped = false
  const count = (left: number): void => {
    if (isStopped) return
    if (left === 0) limit.abort(new DOMException('The call took too long.', 'TimeoutError'))
    else AbortSignal.timeout(stepMilliseconds).addEventListener('abort', () => count(left - 1))
  }
  count(steps)
  return {
    signal: limit.signal,
    stop: () => {
      isStopped = true
    },
  }
}
