import { setTimeout as pause } from 'node:timers/promises'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { isMailboxSuspended, suspendMailbox } from '../accounts/mailbox-suspension.ts'
import { listMailboxAccounts } from '../accounts/store.ts'
import type { Config } from '../config.ts'
import { voterIdOf, voterRulesOf } from './mailboxes.ts'
import { announceUser, type User, userColumns } from './store.ts'

type Key = Pick<Config, 'CODE_KEY'>

export type VoterUpdate = { stop: () => Promise<void> }

const retryMilliseconds = 1_000
const everyMilliseconds = 600_000
const batchSize = 200

/**
 * Gives accounts the voter id of their mailbox where they have none, or one that was computed by earlier rules
 * or with another key, and publishes it. Accounts that turn out to share a suspended mailbox are suspended.
 */
export const updateVoters = (deps: { config: Key; pool: Pool; log: Log }): VoterUpdate => {
  const stopping = new AbortController()
  const { signal } = stopping

  const updateAll = async (): Promise<void> => {
    while (!signal.aborted) {
      const updated = await updateSome(deps.pool, deps.config).catch((error: unknown) => {
        deps.log.debug({ err: error }, 'updating voter ids failed, will be retried')
        return null
      })
      if (updated === null) await sleep(retryMilliseconds)
      if (updated === 0) await sleep(everyMilliseconds)
    }
  }

  const sleep = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => {})

  const running = updateAll()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const updateSome = (pool: Pool, { CODE_KEY }: Key): Promise<number> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<User>(
      `SELECT ${userColumns} FROM users
       WHERE voter_rules IS NULL OR voter_rules < $1 OR voter_rules > $1 ORDER BY id LIMIT $2
       FOR NO KEY UPDATE SKIP LOCKED`,
      [voterRulesOf(CODE_KEY), batchSize],
    )
    for (const user of rows) await update(db, CODE_KEY, user)
    return rows.length
  })

const update = async (db: Db, codeKey: Buffer, user: User): Promise<void> => {
  const voterId = voterIdOf(codeKey, user.email)
  const { rows } = await db.query<User>(
    `UPDATE users SET voter_id = $2, voter_rules = $3,
       version = version + CASE WHEN voter_id = $2 THEN 0 ELSE 1 END
     WHERE id = $1 RETURNING ${userColumns}`,
    [user.id, voterId, voterRulesOf(codeKey)],
  )
  for (const updated of rows) {
    if (updated.version !== user.version) await announceUser(db, { user: updated, requestId: null })
    await shareSuspension(db, codeKey, updated)
  }
}

/** Active administrators are suspended only by a decision. */
const shareSuspension = async (db: Db, codeKey: Buffer, user: User): Promise<void> => {
  const { email } = user
  const isShared = user.suspendedAt !== null || (await isMailboxSuspended(db, codeKey, email))
  if (!isShared) return
  const accounts = (await listMailboxAccounts(db, user)).filter(({ isAdmin }) => !isAdmin)
  await suspendMailbox(db, codeKey, { email, accounts, requestId: null })
}
