import { concurrencyLimit } from '../calls/concurrency-limit.ts'
import type { Router } from './serve.ts'

/**
 * A router that limits concurrent and waiting calls for each route. Further calls get 503. A flood of one
 * kind of call then takes no connections from others.
 */
export const limitEachRoute = (
  router: Router,
  { running, waiting }: { running: number; waiting: number },
): Router => {
  const limited =
    (method: keyof Router): Router[keyof Router] =>
    (path, handler) => {
      const limit = concurrencyLimit({ running: () => running, waiting })
      router[method](path, (request, response, next) =>
        limit(async () => handler(request, response, next)),
      )
    }
  return {
    get: limited('get'),
    post: limited('post'),
    put: limited('put'),
    patch: limited('patch'),
    delete: limited('delete'),
  }
}
