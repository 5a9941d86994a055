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
 * Waits until every address has a check that is newer than `since`, by its version. A slow machine may read a page too
 * late, or not store a result: such links are checked again. Returns their addresses.
 */
export const untilChecked = async (
  { pool, checks }: { pool: Pool; checks: () => readonly Check[] },
  addresses: readonly string[],
  { since = 0, unreachable = () => [] }: { since?: number; unreachable?: () => string[] } = {},
): Promise<ReadonlySet<string>> => {
  const again = new Set<string>()
  let tries = 0
  await until(async () => {
    const expected = unreachable()
    const missing = addresses.filter((address) => {
      const newer = checks().filter((one) => one.address === address && one.version > since)
      const last = newer.toSorted((one, other) => one.version - other.version).at(-1)
      return last === undefined || (last.state === 'unreachable' && !expected.includes(address))
    })
    if (missing.length === 0) return
    tries += 1
    const late = await makeLateDue(pool, missing, expected)
    const lost = tries % triesBeforeLost === 0 ? await makeLostDue(pool, missing) : []
    for (const address of [...late, ...lost]) again.add(address)
    throw new Error(`no check of ${missing.join(', ')}`)
  })
  return again
}

/** At least 30 s: `until` pauses for 10 ms. */
export const triesBeforeLost = 3_000

/** Makes links due whose last check gave no result, or found them unreachable unexpectedly. */
export const makeLateDue = async (
  pool: Pool,
  addresses: readonly string[],
  unreachable: readonly string[] = [],
): Promise<readonly string[]> => {
  await pool.query('DELETE FROM robots WHERE rules IS NULL')
  const condition = "failures > 0 AND due_at > now() + interval '4 minutes'"
  const [expected, others] = [
    addresses.filter((one) => unreachable.includes(one)),
    addresses.filter((one) => !unreachable.includes(one)),
  ]
  return [
    ...(await makeDue(pool, expected, `${condition} AND state IS NULL`)),
    ...(await makeDue(pool, others, condition)),
  ]
}

/** Makes links due whose check has not stored a result: they are due when its lease of 3 minutes ends. */
export const makeLostDue = (pool: Pool, addresses: readonly string[]): Promise<readonly string[]> =>
  makeDue(pool, addresses, "due_at BETWEEN now() AND now() + interval '4 minutes'")

const makeDue = async (
  pool: Pool,
  addresses: readonly string[],
  condition: string,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ address: string }>(
    `WITH late AS (
       UPDATE links SET due_at = now() WHERE address = ANY ($1) AND ${condition}
       RETURNING address, host
     ), due AS (UPDATE hosts SET due_at = now() WHERE host IN (SELECT host FROM late))
     SELECT address FROM late`,
    [addresses],
  )
  return rows.map(({ address }) => address)
}
