import { randomUUID } from 'node:crypto'
import { type EventPayload, linkChecked, sourcesChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Pool } from '@answerable/service-kit/db'
import { until } from '@answerable/service-kit/testing/until'

/** Announces the links of a submission, as catalog does. */
export const announceLinks = (
  bus: Bus,
  {
    submissionId = 'a1B2c3D4',
    version,
    links,
  }: {
    submissionId?: string
    version: number
    links: readonly string[]
  },
): Promise<void> =>
  bus.publish({
    id: randomUUID(),
    subject: sourcesChanged.subject,
    payload: { submissionId, version, links: [...links] },
    requestId: null,
  })

export type Check = EventPayload<typeof linkChecked>

/** Collects the results of checks, in their order. */
export const hearChecks = async (bus: Bus): Promise<readonly Check[]> => {
  const checks: Check[] = []
  await bus.subscribe(linkChecked, { group: 'catalog' }, async ({ payload }) => {
    checks.push(payload)
  })
  return checks
}

/**
 * Waits until the last check of every address is right. Returns the addresses that were checked again because the
 * machine is slow.
 */
export const untilChecked = (
  { pool, checks }: { pool: Pool; checks: () => readonly Check[] },
  addresses: readonly string[],
  isRight: (check: Check) => boolean = () => true,
): Promise<ReadonlySet<string>> =>
  untilNoneIsMissing(pool, async () =>
    addresses.filter((address) => {
      const last = checks().findLast((check) => check.address === address)
      return last === undefined || !isRight(last)
    }),
  )

/** About 30 s: `until` pauses for 10 ms. */
const triesBetweenChecks = 3_000

/**
 * Waits until `findMissing` finds no address. On a slow machine a page can be read too late, and a result may not be
 * stored: such links are checked again from time to time. Returns their addresses.
 */
export const untilNoneIsMissing = async (
  pool: Pool,
  findMissing: () => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> => {
  const again = new Set<string>()
  let tries = 0
  await until(async () => {
    const missing = await findMissing()
    if (missing.length === 0) return
    tries += 1
    if (tries % triesBetweenChecks === 0) {
      for (const address of missing) again.add(address)
      await checkAgain(pool, missing)
    }
    throw new Error(`no right check of ${missing.join(', ')}`)
  })
  return again
}

/** A check that is being made keeps the turn of its host, so that it ends before the next one. */
const checkAgain = async (pool: Pool, addresses: readonly string[]): Promise<void> => {
  await pool.query('DELETE FROM robots WHERE rules IS NULL')
  await pool.query(
    `WITH late AS (UPDATE links SET due_at = now() WHERE address = ANY ($1) RETURNING host)
     UPDATE hosts SET due_at = now() FROM late WHERE hosts.host = late.host`,
    [addresses],
  )
}
