import { setTimeout as delay } from 'node:timers/promises'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'

const pauseMilliseconds = 500

/**
 * Starts PostgreSQL and, when it ends by itself, starts it again where it was, as often as it takes.
 * Services see a database that is away for a moment. Throws StartError when the first start fails.
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

  const kept = keep()
  return {
    ownerUrl,
    stop: async () => {
      stopping.abort()
      await current.stop()
      await kept
      await current.stop()
    },
  }
}
