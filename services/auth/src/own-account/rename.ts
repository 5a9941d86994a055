import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, isUniqueViolation } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Config } from '../config.ts'
import { chargeOf, spend } from '../sign-in/budgets.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { announceUser, findUser, type User, userColumns } from '../users/store.ts'
import { isKeptForAnother, lockNames, releaseName } from './names.ts'
import { isReserved } from './rules.ts'

/**
 * Gives an account another name and tells the others. Throws `username_taken`, also for names that somebody
 * gave up lately. Needs a transaction.
 */
export const rename = async (
  db: Db,
  { CODE_KEY }: Pick<Config, 'CODE_KEY'>,
  request: { viewer: Viewer; username: string; requestId: string },
): Promise<User> => {
  const { viewer, username, requestId } = request
  const user = await findUser(db, viewer.id)
  if (user === null) throw new AppError('signed_out')
  if (user.suspendedAt !== null) throw new AppError('account_suspended')
  if (username === user.username) return user
  if (isReserved(username)) {
    throw new AppError('username_taken', {
      message: 'This username is reserved. Please choose another one.',
    })
  }
  await lockNames(db, CODE_KEY, [user.username, username])
  if (await isKeptForAnother(db, CODE_KEY, { username, userId: user.id })) {
    throw new AppError('username_taken')
  }
  await chargeRename(db, CODE_KEY, user)
  const renamed = await setUsername(db, user, username)
  await releaseName(db, CODE_KEY, { username: user.username, userId: user.id })
  await announceUser(db, { user: renamed, requestId })
  return renamed
}

const chargeRename = async (db: Db, codeKey: Buffer, { email }: User): Promise<void> => {
  const verdict = await spend(db, [chargeOf(codeKey, 'renames', mailboxOf(email))])
  if (verdict.kind === 'granted') return
  throw new AppError('too_many_requests', {
    message: 'You have changed your username three times in a day. Please wait until tomorrow.',
    retryAfterSeconds: verdict.retryAfterSeconds,
  })
}

/** Only from the name that it was seen to have, so that of two changes at once one is told to try again. */
const setUsername = async (db: Db, user: User, username: string): Promise<User> => {
  try {
    const { rows } = await db.query<User>(
      `UPDATE users SET username = $2, version = version + 1
       WHERE id = $1 AND username = $3 RETURNING ${userColumns}`,
      [user.id, username, user.username],
    )
    const [renamed] = rows
    if (renamed === undefined) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    return renamed
  } catch (error) {
    const isTaken = ['users_username_folded', 'users_username_unique'].some((constraint) =>
      isUniqueViolation(error, constraint),
    )
    throw isTaken ? new AppError('username_taken') : error
  }
}
