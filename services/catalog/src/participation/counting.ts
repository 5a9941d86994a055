import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'

const pollMilliseconds = 1_000
/** Businesses that an instance counts each second. Under more joins, a business is counted less often. */
const businessesPerPass = 100

/** Counts the people taking part of businesses whose joins have changed, in turns. Several instances share the work. */
export const startCounting = ({ pool, log }: { pool: Pool; log: Log }): Worker => {
  let last = ''
  return startWorker(
    async () => {
      try {
        last = (await countParticipants(pool, last)) ?? ''
      } catch (error) {
        log.warn({ err: error }, 'counting the people of businesses failed, will be retried')
      }
    },
    { pollMilliseconds },
  )
}

/** Counts the next businesses by id and returns the last of them; null if there are none. */
export const countParticipants = async (pool: Pool, afterId: string): Promise<string | null> => {
  const { rows } = await pool.query<{ last: string | null }>({
    name: 'count-participants',
    text: 'SELECT count_participants($1, $2) AS last',
    values: [afterId, businessesPerPass],
  })
  return onlyRow(rows).last
}
