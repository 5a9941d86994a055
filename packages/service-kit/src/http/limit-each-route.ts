import { concurrencyLimit } from '../calls/concurrency-limit.ts'
import type { Router } from './serve.ts'

/**
 * A router whose routes each answer so many calls at once and let so many more wait, so that a flood of one kind
 * of call takes neither the connections nor the turn of another. More are 503.
 */
export const limitEachRoute = (
  router: Router,
  { running, waiting }: { running: number; waiting: number },
): Router => ({
  add: (route, answer) => {
    const limit = concurrencyLimit({ running: () => running, waiting })
    router.add(route, (call) => limit(() => answer(call)))
  },
})
