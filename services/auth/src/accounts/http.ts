import {
  applyAccountDecision,
  countAccounts,
  readAccount,
  searchAccounts,
} from '@answerable/contracts/accounts'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { decide } from './decide.ts'
import { readAccountCounts, search } from './search.ts'
import { findAccount } from './store.ts'

/** Reads of accounts and decisions about them, for moderation. */
export const accounts = (
  router: Router,
  { config, pool, relay }: Pick<Deps, 'config' | 'pool' | 'relay'>,
): void => {
  const codeKey = config.CODE_KEY

  serve(router, countAccounts, () => readAccountCounts(pool))

  serve(router, searchAccounts, ({ query }) => search(pool, query))

  serve(router, readAccount, async ({ params }) => {
    const account = await findAccount(pool, params.id)
    if (account === null) throw new AppError('account_not_found')
    return account
  })

  serve(router, applyAccountDecision, async ({ body, requestId }) => {
    const applied = await transaction(pool, (db) => decide(db, body, { codeKey, requestId }))
    relay.wake()
    return applied
  })
}
