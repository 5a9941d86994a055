import type { Log } from '@answerable/service-kit/log'
import { type ExecutionDeps, executeDecision, isRefusal } from './execute.ts'
import { findPendingSince } from './store.ts'

export type Reconciler = { stop: () => Promise<void> }

const everyMilliseconds = 1_000
/** Younger decisions are probably still in progress. */
const pendingAfterSeconds = 2
const batchSize = 50

/** Finishes decisions that a crash or an outage interrupted between intent and log. */
export const startReconciler = (deps: ExecutionDeps & { log: Log }): Reconciler => {
  let running: Promise<void> | null = null
  let failing = false

  const pass = async (): Promise<void> => {
    try {
      await finishPending(deps)
      failing = false
    } catch (error) {
      if (!failing)
        deps.log.warn({ err: error }, 'finishing pending decisions failed, will be retried')
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

const finishPending = async (deps: ExecutionDeps & { log: Log }): Promise<void> => {
  const left = await findPendingSince(deps.pool, { seconds: pendingAfterSeconds, limit: batchSize })
  for (const decision of left) {
    const outcome = await executeDecision(deps, decision).then(
      () => 'applied',
      (error: unknown) => {
        if (!isRefusal(error)) throw error
        return 'refused'
      },
    )
    deps.log.info({ decisionId: decision.id, outcome }, 'pending decision finished')
  }
}
