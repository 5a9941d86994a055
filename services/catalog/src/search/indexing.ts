import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'

export type SearchIndexing = {
  /** Stops after the current batch. */
  stop: () => Promise<void>
}

const everyMilliseconds = 2_000
const changesPerBatch = 200
const submissionsPerBatch = 200

/** Writes the words of changed businesses and counts words, in the background. */
export const startSearchIndexing = ({ pool, log }: { pool: Pool; log: Log }): SearchIndexing => {
  let isStopped = false
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    try {
      while (!isStopped && (await indexBatch(pool)));
    } catch (error) {
      log.warn({ err: error }, 'indexing for the search failed')
    }
    running = null
  }
  const timer = setInterval(() => {
    running ??= run()
  }, everyMilliseconds)

  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Does a part of the waiting work. Returns whether there may be more. */
export const indexBatch = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ refreshed: boolean; changes: number }>(
    'SELECT refresh_outdated_business($1) AS refreshed, count_words($2) AS changes',
    [submissionsPerBatch, changesPerBatch],
  )
  const { refreshed, changes } = onlyRow(rows)
  return refreshed || changes > 0
}
