import { AppError } from '@answerable/service-kit/errors'
import type { Upstream } from './upstream.ts'

/** Even a slow instance answers so many reads within a second. */
const mostReadsOfInstance = 256

/**
 * Lets so many reads wait for a service and refuses the others at once, so that under any load those that
 * are answered are answered soon. Writes wait: many of them are committed together.
 */
export const bounded = (upstream: Upstream): Upstream => {
  let underWay = 0
  return {
    ...upstream,
    send: async (call, sink, timeoutMilliseconds) => {
      if (call.method !== 'GET' && call.method !== 'HEAD') {
        return upstream.send(call, sink, timeoutMilliseconds)
      }
      if (underWay >= mostReadsOfInstance * upstream.replicas.size()) {
        throw new AppError('unavailable', { retryAfterSeconds: 1 })
      }
      underWay += 1
      try {
        await upstream.send(call, sink, timeoutMilliseconds)
      } finally {
        underWay -= 1
      }
    },
  }
}
