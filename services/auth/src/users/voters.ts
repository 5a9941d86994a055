import { setTimeout as pause } from 'node:timers/promises'
import { userChanged } from '@answerable/contracts/events'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { appendEvent } from '@answerable/service-kit/outbox'
import type { Config } from '../config.ts'
import { voterIdOf } from './mailboxes.ts'
import { stateOf, type User, userColumns } from './store.ts'

type Key = Pick<Config, 'CODE_KEY'>

export type Telling = { stop: () => Promise<void> }

const retryMilliseconds = 1_000
const everyMilliseconds = 600_000
const batchSize = 200

/**
 * Keeps of every account that has none yet whose voting right it uses, and tells it, so that what was voted
 * before anybody asked counts for its mailbox too. Until then it is computed whenever it is asked for.
 */
export const tellVoters = (deps: { config: Key; pool: Pool; log: Log }): Telling => {
  const stopping = new AbortController()
  const { signal } = stopping

  const tellAll = async (): Promise<void> => {
    while (!signal.aborted) {
      const told = await tellSome(deps.pool, deps.config).catch((error: unknown) => {
        deps.log.debug({ err: error }, 'the voters wait to be told')
        return null
      })
      if (told === null) await sleep(retryMilliseconds)
      if (told === 0) await sleep(everyMilliseconds)
    }
  }

  const sleep = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => {})

  const running = tellAll()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const tellSome = (pool: Pool, config: Key): Promise<number> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<Pick<User, 'id' | 'email'>>(
      `SELECT id, email FROM users WHERE voter_id IS NULL ORDER BY id LIMIT $1
       FOR NO KEY UPDATE SKIP LOCKED`,
      [batchSize],
    )
    for (const user of rows) await tell(db, user, config)
    return rows.length
  })

const tell = async (db: Db, { id, email }: Pick<User, 'id' | 'email'>, { CODE_KEY }: Key) => {
  const voterId = voterIdOf(CODE_KEY, email)
  const { rows } = await db.query<User>(
    `UPDATE users SET voter_id = $2, version = version + 1 WHERE id = $1
     RETURNING ${userColumns}`,
    [id, voterId],
  )
  for (const user of rows) {
    await appendEvent(db, userChanged, { payload: { ...stateOf(user), voterId }, requestId: null })
  }
}
