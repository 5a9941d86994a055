import { type Db, onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { maxStrongestRows } from './tables.ts'

export type SearchIndexing = {
  /** Stops after the current batch. */
  stop: () => Promise<void>
}

const everyMilliseconds = 2_000
/** The strongest rows are chosen twice a minute, which takes a tenth of a second. */
const runsBetweenChoices = 15
const changesPerBatch = 200
const submissionsPerBatch = 200

/** Writes the words of changed businesses, counts words and chooses the strongest rows, in the background. */
export const startSearchIndexing = ({ pool, log }: { pool: Pool; log: Log }): SearchIndexing => {
  let isStopped = false
  let running: Promise<void> | null = null
  let runs = 0

  const run = async (): Promise<void> => {
    try {
      while (!isStopped && (await indexBatch(pool)));
      if (!isStopped && runs % runsBetweenChoices === 0) await chooseStrongest(pool)
      runs += 1
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
  const { rows } = await pool.query<{ refreshed: boolean; changes: number }>({
    name: 'index-batch',
    text: 'SELECT refresh_outdated_business($1) AS refreshed, count_words($2) AS changes',
    values: [submissionsPerBatch, changesPerBatch],
  })
  const { refreshed, changes } = onlyRow(rows)
  return refreshed || changes > 0
}

/** Chooses the rows that searches by relevance and suggestions compare first. */
export const chooseStrongest = async (db: Db): Promise<void> => {
  await db.query('SELECT choose_strongest($1)', [maxStrongestRows])
}
