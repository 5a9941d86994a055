import { email } from '@answerable/contracts/sign-in'
import {
  ConfigError,
  databaseUrl,
  type Environment,
  parseEnvironment,
} from '@answerable/service-kit/config'
import { openCommandPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import * as z from 'zod/mini'
import { endAllSessions } from '../sessions/store.ts'
import { grantAdmin, revokeAdmin } from './admins.ts'
import { resetPasskeys } from './reset-passkeys.ts'
import { findUserByEmail } from './store.ts'

const actions = ['grant', 'revoke', 'reset-passkeys'] as const
type Action = (typeof actions)[number]
type Order = { action: Action; email: string } | 'end-sessions'

const usage = `Usage: npm run admin -- ${actions.join('|')} ADDRESS, or npm run admin -- end-sessions`
const settings = z.object({ DATABASE_URL: databaseUrl })

/**
 * Grants or revokes the administrator role, resets the passkeys of an administrator, or ends all sessions;
 * returns the exit code.
 */
export const administer = async (args: string[], environment: Environment): Promise<number> => {
  const order = readOrder(args)
  if (order === null) return complain(usage)
  try {
    const { DATABASE_URL: url } = parseEnvironment(settings, environment)
    const log = createLog({ service: 'auth', level: 'silent' })
    const pool = openCommandPool({ url, name: 'auth admin', log })
    try {
      return await (order === 'end-sessions' ? endSessions(pool) : change(pool, order))
    } finally {
      await pool.end()
    }
  } catch (error) {
    if (error instanceof ConfigError) return complain(error.message)
    throw error
  }
}

const readOrder = ([given, address, ...rest]: string[]): Order | null => {
  if (given === 'end-sessions') return address === undefined ? given : null
  const action = actions.find((name) => name === given)
  const parsed = email.safeParse(address)
  return action === undefined || !parsed.success || rest.length > 0
    ? null
    : { action, email: parsed.data }
}

const endSessions = async (pool: Pool): Promise<number> => {
  const count = await endAllSessions(pool)
  process.stdout.write(`Sessions ended: ${count}. Everyone has to sign in again.\n`)
  return 0
}

const change = async (
  pool: Pool,
  { action, email }: { action: Action; email: string },
): Promise<number> => {
  if ((await findUserByEmail(pool, email)) === null) {
    return complain('Nobody has signed in with this address yet.')
  }
  if (action === 'reset-passkeys') return reset(pool, email)
  const act = action === 'grant' ? grantAdmin : revokeAdmin
  const changed = await act(pool, { email, requestId: null })
  const state = action === 'grant' ? 'an administrator' : 'not an administrator'
  process.stdout.write(`This user is ${changed === null ? 'already' : 'now'} ${state}.\n`)
  return 0
}

const reset = async (pool: Pool, email: string): Promise<number> => {
  if (!(await resetPasskeys(pool, email))) return complain('This user is not an administrator.')
  process.stdout.write(
    'Deleted the passkeys of this administrator and ended all their sessions. ' +
      'The administrator can add a new passkey in the settings within 24 hours, ' +
      'and within 10 minutes of signing in.\n',
  )
  return 0
}

const complain = (message: string): number => {
  process.stderr.write(`${message}\n`)
  return 1
}
