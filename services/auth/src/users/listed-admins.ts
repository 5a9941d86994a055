import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Config } from '../config.ts'
import { grantAdmin } from './admins.ts'

export type Granting = { stop: () => Promise<void> }

const retryMilliseconds = 1_000

/**
 * Makes the listed users administrators as soon as the database is available. A user without an account becomes an
 * administrator at the first sign-in.
 */
export const grantListedAdmins = (deps: {
  config: Pick<Config, 'ADMIN_EMAILS'>
  pool: Pool
  log: Log
}): Granting => {
  const { config, pool, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping

  const grantAll = async (): Promise<void> => {
    let hasWarned = false
    for (const email of config.ADMIN_EMAILS) {
      while (!signal.aborted && !(await isGranted(email))) {
        await pause(retryMilliseconds, undefined, { signal }).catch(() => {})
      }
    }

    async function isGranted(email: string): Promise<boolean> {
      try {
        await grantAdmin(pool, { email, requestId: null })
        return true
      } catch (error) {
        if (!hasWarned) log.warn({ err: error }, 'granting ADMIN_EMAILS failed, will be retried')
        hasWarned = true
        return false
      }
    }
  }

  const running = grantAll()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
