import type { countAccounts, searchAccounts } from '@answerable/contracts/accounts'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import * as z from 'zod/mini'
import { type AccountRow, accountColumns, accountOf } from './store.ts'

type Search = RouteRequest<typeof searchAccounts>['query']

/** Accounts by words of the username at their beginning, by a whole mail address or id; newest first. */
export const search = async (
  db: Db,
  request: Search,
): Promise<RouteResponse<typeof searchAccounts>> => {
  const { page, limit } = request
  const match = matchOf(request)
  const conditions = [...filtersOf(request), ...match.conditions]
  const { rows } = await db.query<AccountRow>(
    `SELECT ${accountColumns} FROM users ${where(conditions)}
     ORDER BY users.created_at DESC, id
     LIMIT $${match.values.length + 1} OFFSET $${match.values.length + 2}`,
    [...match.values, limit, (page - 1) * limit],
  )
  const total =
    match.conditions.length === 0
      ? await read(db, countOf(request))
      : await read(db, `(SELECT count(*) FROM users ${where(conditions)})`, match.values)
  return { accounts: rows.map(accountOf), total }
}

export const readAccountCounts = async (db: Db): Promise<RouteResponse<typeof countAccounts>> => ({
  accounts: await read(db, allAccounts),
  activeAdmins: await read(db, countOf({ role: 'admin', state: 'active' })),
})

const isAdmin = 'is_admin'
const isSuspended = 'suspended_at IS NOT NULL'

type Filter = Partial<Pick<Search, 'role' | 'state'>>

const filtersOf = ({ role, state }: Filter): string[] => [
  ...(role === undefined ? [] : [role === 'admin' ? isAdmin : `NOT ${isAdmin}`]),
  ...(state === undefined ? [] : [state === 'suspended' ? isSuspended : `NOT (${isSuspended})`]),
]

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`

const uuid = z.uuid()

const matchOf = ({ search: text }: Search): { conditions: string[]; values: string[] } => {
  if (text === undefined || text === '') return { conditions: [], values: [] }
  const ways = ['search_words(username) @@ search_query($1)', 'email = $2']
  const values = [text, text.toLowerCase()]
  if (!uuid.safeParse(text).success) return { conditions: [`(${ways.join(' OR ')})`], values }
  return { conditions: [`(${[...ways, 'id = $3'].join(' OR ')})`], values: [...values, text] }
}

const allAccounts = `(SELECT value FROM counters WHERE name = 'accounts')`

/** Administrators and suspended accounts are few and have indexes; everyone else is all but them. */
const countOf = ({ role, state }: Filter): string => {
  if (role === 'admin' || state === 'suspended') {
    return `(SELECT count(*) FROM users ${where(filtersOf({ role, state }))})`
  }
  const others = [
    ...(role === 'member' ? [isAdmin] : []),
    ...(state === 'active' ? [isSuspended] : []),
  ]
  if (others.length === 0) return allAccounts
  return `${allAccounts} - (SELECT count(*) FROM users WHERE ${others.join(' OR ')})`
}

const read = async (db: Db, expression: string, values: string[] = []): Promise<number> => {
  const { rows } = await db.query<{ value: number }>(`SELECT ${expression} AS value`, values)
  return onlyRow(rows).value
}
