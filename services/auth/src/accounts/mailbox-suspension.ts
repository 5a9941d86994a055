import type { Db } from '@answerable/service-kit/db'
import { keyedHash } from '../secrets.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { earlierMailboxOf, mailboxOf } from '../users/mailboxes.ts'
import { announceUser, type User } from '../users/store.ts'
import { type AccountRow, setSuspended } from './store.ts'

/** The mailbox of an address, and which of its accounts change. */
type Change = { email: string; accounts: readonly Pick<User, 'id'>[]; requestId: string | null }

/**
 * Until the transaction ends, no other one signs in to or decides on an account of this mailbox. Take it before
 * any lock on a row.
 */
export const lockMailbox = async (db: Db, codeKey: Buffer, email: string): Promise<void> => {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [keyOf(codeKey, email)])
}

/** Whether a suspension holds for every account of this mailbox, also one that is made later. */
export const isMailboxSuspended = async (
  db: Db,
  codeKey: Buffer,
  email: string,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    'SELECT FROM suspended_mailboxes WHERE mailbox_key = ANY($1)',
    [keysOf(codeKey, email)],
  )
  return rowCount !== 0
}

/** Records that accounts of this mailbox are suspended from the start. */
export const storeSuspendedMailbox = async (
  db: Db,
  codeKey: Buffer,
  email: string,
): Promise<void> => {
  await db.query(
    `INSERT INTO suspended_mailboxes (mailbox_key, suspended_at) VALUES ($1, now())
     ON CONFLICT DO NOTHING`,
    [keyOf(codeKey, email)],
  )
}

/** Suspends accounts of a mailbox and ends their sessions; returns those that were not suspended before. */
export const suspendMailbox = async (
  db: Db,
  codeKey: Buffer,
  { email, accounts, requestId }: Change,
): Promise<AccountRow[]> => {
  await storeSuspendedMailbox(db, codeKey, email)
  const ids = accounts.map(({ id }) => id)
  const changed = await setSuspended(db, { ids, suspended: true })
  for (const user of changed) await announceUser(db, { user, requestId })
  for (const userId of ids) await endSessionsOf(db, { userId, requestId })
  return changed
}

/** Reinstates accounts of a mailbox; returns those that were suspended. */
export const reinstateMailbox = async (
  db: Db,
  codeKey: Buffer,
  { email, accounts, requestId }: Change,
): Promise<AccountRow[]> => {
  await db.query('DELETE FROM suspended_mailboxes WHERE mailbox_key = ANY($1)', [
    keysOf(codeKey, email),
  ])
  const ids = accounts.map(({ id }) => id)
  const changed = await setSuspended(db, { ids, suspended: false })
  for (const user of changed) await announceUser(db, { user, requestId })
  return changed
}

const hashOf = (codeKey: Buffer, mailbox: string): string =>
  keyedHash(codeKey, 'suspended mailbox', mailbox)

const keyOf = (codeKey: Buffer, email: string): string => hashOf(codeKey, mailboxOf(email))

/** Mailboxes of deleted accounts are stored only as a hash, possibly one of earlier rules. */
const keysOf = (codeKey: Buffer, email: string): string[] => [
  keyOf(codeKey, email),
  hashOf(codeKey, earlierMailboxOf(email)),
]
