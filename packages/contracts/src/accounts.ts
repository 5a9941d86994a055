import * as z from 'zod/mini'
import { decisionReason } from './decisions.ts'
import { userChanged } from './events.ts'
import { pageQuery } from './paging.ts'
import { searchText } from './review.ts'
import { activity } from './review-internal.ts'
import { type Route, route } from './route.ts'

const role = z.enum(['member', 'admin'])

/** An account as administrators see it, without its mail address. */
export const account = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  role,
  suspended: z.boolean(),
  joinedAt: z.iso.datetime(),
})
export type Account = z.output<typeof account>

const accountSearch = z.strictObject({
  /** Prefixes of the username's words, a whole mail address, or an id. */
  search: searchText,
  role: z.optional(role),
  state: z.optional(z.enum(['active', 'suspended'])),
  ...pageQuery,
})

/** Newest first. */
export const listAccounts = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  query: accountSearch,
  response: z.array(z.extend(account, activity.shape)),
})

const accountParams = z.strictObject({ id: z.uuid() })

const accountDecision = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  params: accountParams,
  body: z._default(z.strictObject(decisionReason), {}),
  response: z.strictObject({ decisionId: z.uuid(), account }),
} as const satisfies Omit<Route, 'path'>

/**
 * Suspends every account of the mailbox, including later ones: their sessions end, and after signing in
 * they can call only routes that are `openToSuspended`.
 */
export const suspendAccount = route({
  ...accountDecision,
  path: '/api/admin/users/:id/suspend',
  errors: ['account_not_found', 'own_account', 'last_admin', 'idempotency_mismatch'],
})

/** Reinstates every account of the mailbox. */
export const reinstateAccount = route({
  ...accountDecision,
  path: '/api/admin/users/:id/reinstate',
  errors: ['account_not_found', 'idempotency_mismatch'],
})

/** Voids all votes and joins of a suspended account, permanently. */
export const voidAccountVotes = route({
  ...accountDecision,
  path: '/api/admin/users/:id/void-votes',
  response: z.strictObject({
    decisionId: z.uuid(),
    account,
    voteCount: z.int(),
    participationCount: z.int(),
  }),
  errors: ['account_not_found', 'account_not_suspended', 'idempotency_mismatch'],
})

/**
 * Deletes the passkeys of another administrator, who can add a new one within 24 hours. Needs an administrator who has
 * a passkey.
 */
export const resetPasskeys = route({
  ...accountDecision,
  path: '/api/admin/users/:id/reset-passkeys',
  errors: ['account_not_found', 'own_passkeys', 'no_passkey', 'idempotency_mismatch'],
})

const forModeration = {
  service: 'auth',
  access: 'internal',
  callers: ['moderation'],
} as const satisfies Partial<Route>

export const countAccounts = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/account-counts',
  response: z.strictObject({
    accounts: z.int(),
    /** Administrators who are not suspended. */
    activeAdmins: z.int(),
  }),
})

export const searchAccounts = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/accounts',
  query: accountSearch,
  response: z.strictObject({ accounts: z.array(account), total: z.int() }),
})

export const readAccount = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/accounts/:id',
  params: accountParams,
  response: account,
  errors: ['account_not_found'],
})

/**
 * Suspends or reinstates the mailbox of an account, or resets its passkeys, in one transaction, under the decision's
 * id: a repeated call returns the first result.
 */
export const applyAccountDecision = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/accounts/decisions',
  body: z.strictObject({
    decisionId: z.uuid(),
    accountId: z.uuid(),
    adminId: z.uuid(),
    kind: z.enum(['suspend', 'reinstate', 'reset-passkeys']),
  }),
  response: z.strictObject({
    before: account,
    after: account,
    /** The account's full state, for services that store a copy. */
    state: userChanged.payload,
    /** The states of the mailbox's other accounts. */
    others: z._default(z.array(userChanged.payload), []),
  }),
  errors: [
    'account_not_found',
    'own_account',
    'last_admin',
    'forbidden',
    'own_passkeys',
    'no_passkey',
  ],
})
