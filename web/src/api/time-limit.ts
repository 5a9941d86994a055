const stepMilliseconds = 1_000
const steps = 10

/**
 * Ends a call after ten seconds, and reports a `TimeoutError`. The seconds are counted one after the other, because a
 * slow device can be busy for longer than the whole limit: timers that elapsed meanwhile run before the response is
 * handled that came long ago. In this way each of them counts as one second at most.
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
