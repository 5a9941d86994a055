import { userChanged } from '@answerable/contracts/events'
import type { Environment } from '@answerable/service-kit/config'
import { appendEvents } from '@answerable/service-kit/outbox/outbox'
import {
  type RepublishNext,
  republishCommand,
} from '@answerable/service-kit/outbox/republish-command'
import { stateOf, type User, userColumns } from './store.ts'

const atOnce = 500

/** Publishes every account again: names, suspensions and voter ids, which catalog stores. */
export const republishAccounts = (environment: Environment): Promise<number> =>
  republishCommand(environment, { what: 'accounts', republishNext: tellOfNext })

const tellOfNext: RepublishNext = async (db, after) => {
  const { rows } = await db.query<User>(
    `SELECT ${userColumns} FROM users
     WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${atOnce}`,
    [after],
  )
  await appendEvents(db, userChanged, rows.map(stateOf))
  return { last: rows.at(-1)?.id ?? null, count: rows.length }
}
