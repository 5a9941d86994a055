import { userChanged } from '@answerable/contracts/events'
import type { Environment } from '@answerable/service-kit/config'
import { appendEvents } from '@answerable/service-kit/outbox'
import { replayCommand, type TellNext } from '@answerable/service-kit/replay-command'
import { stateOf, type User, userColumns } from './store.ts'

const atOnce = 500

/** Tells of every account again: the names, suspensions and voters that catalog holds a copy of. */
export const tellOfAccounts = (environment: Environment): Promise<number> =>
  replayCommand(environment, { what: 'accounts', tellNext: tellOfNext })

const tellOfNext: TellNext = async (db, after) => {
  const { rows } = await db.query<User>(
    `SELECT ${userColumns} FROM users
     WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${atOnce}`,
    [after],
  )
  await appendEvents(db, userChanged, rows.map(stateOf))
  return { last: rows.at(-1)?.id ?? null, count: rows.length }
}
