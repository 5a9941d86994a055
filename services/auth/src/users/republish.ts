import { userChanged } from '@answerable/contracts/events'
import type { Environment } from '@answerable/service-kit/config'
import { appendEvents } from '@answerable/service-kit/outbox/outbox'
import {
  type RepublishNext,
  republishCommand,
} from '@answerable/service-kit/outbox/republish-command'
import { stateOf, type User, userColumns } from './store.ts'

const atOnce = 500

/** Tells of every account again: the names, suspensions and voters that catalog holds a copy of. */
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
