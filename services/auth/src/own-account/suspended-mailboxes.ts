import type { Db } from '@answerable/service-kit/db'
import { keyedHash } from '../secrets.ts'
import { mailboxOf } from '../users/mailboxes.ts'

const mailboxKey = (codeKey: Buffer, email: string): string =>
  keyedHash(codeKey, 'suspended mailbox', mailboxOf(email))

/** Whether an account of this mailbox was suspended when it was deleted. */
export const isSuspendedMailbox = async (
  db: Db,
  codeKey: Buffer,
  email: string,
): Promise<boolean> => {
  const { rowCount } = await db.query('SELECT FROM suspended_mailboxes WHERE mailbox_key = $1', [
    mailboxKey(codeKey, email),
  ])
  return rowCount === 1
}

/** Keeps that a mailbox is suspended, in a form that only an address that is known can be compared with. */
export const keepSuspendedMailbox = async (
  db: Db,
  codeKey: Buffer,
  { email, suspendedAt }: { email: string; suspendedAt: Date },
): Promise<void> => {
  await db.query(
    `INSERT INTO suspended_mailboxes (mailbox_key, suspended_at) VALUES ($1, $2)
     ON CONFLICT DO NOTHING`,
    [mailboxKey(codeKey, email), suspendedAt],
  )
}

export const forgetSuspendedMailbox = async (
  db: Db,
  codeKey: Buffer,
  email: string,
): Promise<void> => {
  await db.query('DELETE FROM suspended_mailboxes WHERE mailbox_key = $1', [
    mailboxKey(codeKey, email),
  ])
}
