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
 * Waits until the newest check of every address is right. Returns the addresses that were checked again because the
 * machine is slow.
 */
export const untilChecked = (
  { pool, checks }: { pool: Pool; checks: () => readonly Check[] },
  addresses: readonly string[],
  isRight: (check: Check) => boolean = () => true,
): Promise<ReadonlySet<string>> =>
  untilNoneIsMissing(pool, async () =>
    addresses.filter((address) => {
      const own = checks().filter((check) => check.address === address)
      const last = own.toSorted((one, other) => one.version - other.version).at(-1)
      return last === undefined || !isRight(last)
    }),
  )

/** About 30 s: `until` pauses for 10 ms. */
const triesBeforeLost = 3_000

/**
 * Waits until `findMissing` finds no address. On a slow machine a page can be read too late, and a result may not be
 * stored: such links are checked again. Returns their addresses.
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
    const areLost = tries % triesBeforeLost === 0
    for (const address of await checkAgain(pool, missing, areLost)) again.add(address)
    throw new Error(`no right check of ${missing.join(', ')}`)
  })
  return again
}

/**
 * Makes links due whose check has failed, or all of them if their results are lost. A check that is being made keeps
 * the turn of its host, so that it ends before the next one. Returns the addresses of these links.
 */
const checkAgain = async (
  pool: Pool,
  addresses: readonly string[],
  areLost: boolean,
): Promise<readonly string[]> => {
  await pool.query('DELETE FROM robots WHERE rules IS NULL')
  const { rows } = await pool.query<{ address: string }>(
    // A link that is being checked is due in 3 minutes.
    `WITH late AS (
       UPDATE links SET due_at = now()
       WHERE address = ANY ($1) AND ($2 OR failures > 0 AND due_at > now() + interval '4 minutes')
       RETURNING address, host
     ), due AS (UPDATE hosts SET due_at = now() WHERE host IN (SELECT host FROM late))
     SELECT address FROM late`,
    [addresses, areLost],
  )
  return rows.map(({ address }) => address)
}
