import { setTimeout as delay } from 'node:timers/promises'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'

const pauseMilliseconds = 500

/**
 * Starts PostgreSQL, and restarts it at the same address whenever it exits. Services see a short outage.
 * Throws StartError if the first start fails.
 */
export const keepPostgresRunning = async (
  options: PostgresOptions,
): Promise<Pick<Postgres, 'ownerUrl' | 'stop'>> => {
  let current = await startPostgres(options)
  const { ownerUrl, port } = current
  const stopping = new AbortController()

  const restart = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        current = await startPostgres({ ...options, port })
        return
      } catch (error) {
        options.log.warn({ err: error }, 'restarting PostgreSQL failed, will be retried')
        await delay(pauseMilliseconds)
      }
    }
  }

  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current.ended
      if (!stopping.signal.aborted) await restart()
    }
  }

  const running = keep()
  return {
    ownerUrl,
    stop: async () => {
      stopping.abort()
      await current.stop()
      await running
      await current.stop()
    },
  }
}
