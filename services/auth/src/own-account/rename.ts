import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Config } from '../config.ts'
import { chargeOf, spend } from '../one-time-codes/budgets.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { isReserved } from '../users/name-rules.ts'
import { isNameTaken, lockNames, releaseName } from '../users/names.ts'
import { announceUser, lockUser, type User, userColumns } from '../users/store.ts'

/**
 * Renames an account and publishes the new name. Concurrent calls run one after the other. Throws `username_taken`,
 * also for names that look like another account's and for reserved former names. Needs a transaction.
 */
export const rename = async (
  db: Db,
  { CODE_KEY }: Pick<Config, 'CODE_KEY'>,
  request: { viewer: Viewer; username: string; requestId: string },
): Promise<User> => {
  const { viewer, username, requestId } = request
  const user = await lockUser(db, viewer.id)
  if (user === null) throw new AppError('signed_out')
  if (user.suspendedAt !== null) throw new AppError('account_suspended')
  if (username === user.username) return user
  if (isReserved(username)) {
    throw new AppError('username_taken', {
      message: 'This username is reserved. Please choose another one.',
    })
  }
  await lockNames(db, CODE_KEY, [user.username, username])
  if (await isNameTaken(db, CODE_KEY, { username, userId: user.id })) {
    throw new AppError('username_taken')
  }
  await chargeRename(db, CODE_KEY, user)
  const renamed = await setUsername(db, { id: user.id, username })
  await releaseName(db, CODE_KEY, { username: user.username, userId: user.id })
  await announceUser(db, { user: renamed, requestId })
  return renamed
}

const chargeRename = async (db: Db, codeKey: Buffer, { email }: User): Promise<void> => {
  const verdict = await spend(db, [chargeOf(codeKey, 'renames', mailboxOf(email))])
  if (verdict.kind === 'granted') return
  throw new AppError('too_many_requests', {
    message: 'You can change your username three times a day. Please try again tomorrow.',
    retryAfterSeconds: verdict.retryAfterSeconds,
  })
}

const setUsername = async (
  db: Db,
  { id, username }: { id: string; username: string },
): Promise<User> => {
  const { rows } = await db.query<User>(
    `UPDATE users SET username = $2, version = version + 1 WHERE id = $1 RETURNING ${userColumns}`,
    [id, username],
  )
  return onlyRow(rows)
}
