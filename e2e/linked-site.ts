import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { startTestNetwork, type TestNetwork } from '@answerable/evidence/testing/network'
import { freePort } from '@answerable/site/free-port'
import { expect } from '@playwright/test'
import pg from 'pg'
import { portVariable } from './sites.ts'
import { siteLog } from './traces.ts'

/** A site that reads links at servers of the journey, which are not there at first. */
export type LinkedSite = {
  /** Starts the name server and the websites. */
  openNetwork: () => Promise<TestNetwork>
  /** The number of checks in a row that did not reach a website. */
  failuresOf: (address: string) => Promise<number>
  /** Whether a check has not begun; null if the link has not arrived. */
  isWaiting: (address: string) => Promise<boolean | null>
  /** Repeats failed checks now instead of after an hour: on a slow machine, requests of a check can take too long. */
  repeatFailedChecks: () => Promise<void>
  /** Makes all links older, and their next check due. */
  letDaysPass: (days: number) => Promise<void>
  stop: () => Promise<void>
}

export const startLinkedSite = async (
  name: 'linked' | 'unchecked' | 'webhooks',
): Promise<LinkedSite> => {
  const [names, plain, secure] = [await freePort(), await freePort(), await freePort()]
  const log = openSync(siteLog(name), 'w')
  const program = fork(join(import.meta.dirname, 'site.ts'), [name], {
    env: {
      ...process.env,
      PORT: process.env[portVariable(name)],
      EVIDENCE_TEST_NETWORK: [names, plain, secure].map((port) => `127.0.0.1:${port}`).join(),
    },
    execArgv: [],
    stdio: ['ignore', log, log, 'ipc'],
  })
  const stopped = once(program, 'exit')
  const ready = once(program, 'message').then(([{ ownerUrl }]) => String(ownerUrl))
  const failed = stopped.then(() => {
    throw new Error(`the site has stopped: see ${siteLog(name)}`)
  })
  const owner = new pg.Client({ connectionString: await Promise.race([ready, failed]) })
  failed.catch(() => {})
  await owner.connect()
  return {
    openNetwork: () => startTestNetwork({ names, plain, secure }),
    failuresOf: async (address) => {
      const { rows } = await owner.query<{ failures: number }>(
        'SELECT failures FROM evidence.links WHERE address = $1',
        [address],
      )
      return rows[0]?.failures ?? 0
    },
    isWaiting: async (address) => {
      const { rows } = await owner.query<{ waiting: boolean }>(
        'SELECT due_at <= now() AS waiting FROM evidence.links WHERE address = $1',
        [address],
      )
      return rows[0]?.waiting ?? null
    },
    repeatFailedChecks: async () => {
      await owner.query('DELETE FROM evidence.robots WHERE rules IS NULL')
      const { rows } = await owner.query<{ host: string }>(
        `UPDATE evidence.links SET due_at = now()
         WHERE failures > 0 AND due_at > now() + interval '4 minutes' RETURNING host`,
      )
      await owner.query('UPDATE evidence.hosts SET due_at = now() WHERE host = ANY ($1)', [
        rows.map(({ host }) => host),
      ])
    },
    letDaysPass: async (days) => {
      // A check that is being made would store when the next one is due.
      await expect
        .poll(async () => {
          const { rows } = await owner.query(
            `SELECT address FROM evidence.links WHERE due_at < now() + interval '4 minutes'`,
          )
          return rows
        })
        .toEqual([])
      await owner.query(
        `UPDATE evidence.links SET created_at = created_at - make_interval(days => $1), due_at = now()`,
        [days],
      )
      await owner.query('UPDATE evidence.hosts SET due_at = now(), next_request_at = now()')
    },
    stop: async () => {
      await owner.end()
      program.kill('SIGTERM')
      await stopped
    },
  }
}
