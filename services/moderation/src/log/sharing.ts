import { randomUUID } from 'node:crypto'
import { maxSharedDecisions, shareDecisions } from '@answerable/contracts/shared-decisions'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import { publicDecisionOf } from './public-decision.ts'
import { readLogAfter } from './store.ts'

const pollMilliseconds = 2_000

type Options = { pool: Pool; catalog: ServiceCall; log: Log }

/** Gives catalog the public part of new decisions, for the open data. */
export const startLogSharing = ({ pool, catalog, log }: Options): Worker => {
  let position = 0
  let failing = false
  return startWorker(
    async (stopping) => {
      try {
        while (!stopping.aborted) {
          const last = await shareNext({ pool, catalog }, position)
          if (last === position) break
          position = last
        }
        failing = false
      } catch (error) {
        if (!failing)
          log.warn({ err: error }, 'sending public decisions to catalog failed, will be retried')
        failing = true
      }
    },
    { pollMilliseconds },
  )
}

/** Sends the decisions after a position. Returns the last position that catalog has. */
const shareNext = async (
  { pool, catalog }: Pick<Options, 'pool' | 'catalog'>,
  position: number,
): Promise<number> => {
  const rows = await readLogAfter(pool, position, maxSharedDecisions)
  if (rows.length === 0) return position
  const body = { decisions: rows.map(publicDecisionOf) }
  return (await catalog(shareDecisions, { body }, randomUUID())).position
}
