import type { Deps } from '../deps.ts'
import { executeDecision, isRefusal } from './execute.ts'
import { findLeftPending } from './store.ts'

export type Reconciler = { stop: () => Promise<void> }

const everyMilliseconds = 1_000
/** Younger ones are most likely under way. */
const leftAfterSeconds = 2
const batchSize = 50

/** Finishes decisions that a crash or an outage has left between intent and log. */
export const startReconciler = (
  needs: Pick<Deps, 'pool' | 'auth' | 'catalog' | 'log'>,
): Reconciler => {
  let running: Promise<void> | null = null
  let failing = false

  const pass = async (): Promise<void> => {
    try {
      await finishLeftPending(needs)
      failing = false
    } catch (error) {
      if (!failing)
        needs.log.warn({ err: error }, 'finishing pending decisions failed, will be retried')
      failing = true
    }
    running = null
  }

  const timer = setInterval(() => {
    running ??= pass()
  }, everyMilliseconds)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

const finishLeftPending = async (
  needs: Pick<Deps, 'pool' | 'auth' | 'catalog' | 'log'>,
): Promise<void> => {
  const left = await findLeftPending(needs.pool, { seconds: leftAfterSeconds, limit: batchSize })
  for (const decision of left) {
    const outcome = await executeDecision(needs, decision).then(
      () => 'applied',
      (error: unknown) => {
        if (!isRefusal(error)) throw error
        return 'refused'
      },
    )
    needs.log.info({ decisionId: decision.id, outcome }, 'pending decision finished')
  }
}
