import { randomUUID } from 'node:crypto'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { onlyRow, type Pool } from '@answerable/service-kit/db'
import fc from 'fast-check'
import { knownByPassport, scenario } from './scenario.ts'
import type { DeliverySite } from './site.ts'

type Owner = DeliverySite['owner']

/** A delivery order: indexes into the scenario. */
type Plan = {
  /** Every event three times in any order; the broker may lose any of these deliveries. */
  delivered: number[]
  /** Then all events again, in any order. */
  replayed: number[]
  /** Number of concurrent deliveries. */
  together: number
}

const places = scenario.map((_, place) => place)
const tripled = [...places, ...places, ...places]

const plans: fc.Arbitrary<Plan> = fc.record({
  delivered: fc.oneof(
    fc.shuffledSubarray(tripled, { minLength: tripled.length }),
    fc.shuffledSubarray(tripled),
  ),
  replayed: fc.shuffledSubarray(places, { minLength: places.length }),
  together: fc.integer({ min: 1, max: 8 }),
})

export type Verdict = { permutations: number; deliveries: number; hash: string }

/** Throws the smallest plan whose final state differs from that of the original order. */
export const checkPermutations = async (
  { owner, bus }: { owner: Owner; bus: Bus },
  { permutations, seed }: { permutations: number; seed: number },
): Promise<Verdict> => {
  let deliveries = 0
  const stateAfter = async (plan: Plan): Promise<string> => {
    await startAnew(owner)
    for (const order of [plan.delivered, plan.replayed]) {
      for (let next = 0; next < order.length; next += plan.together) {
        await Promise.all(
          order.slice(next, next + plan.together).map((place) => deliver(bus, place)),
        )
      }
      deliveries += order.length
    }
    return hashOf(owner)
  }
  const hash = await stateAfter({ delivered: places, replayed: [], together: 1 })
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const found = await stateAfter(plan)
      if (found !== hash) throw new Error(`another state: ${found} instead of ${hash}`)
    }),
    { numRuns: permutations, seed },
  )
  return { permutations, deliveries, hash }
}

/** Uses a new id each time, because the bus drops repeated ids. */
const deliver = async (bus: Bus, place: number): Promise<void> => {
  const event = scenario[place]
  if (event === undefined) throw new Error('no such place')
  await bus.publish({ ...event, id: randomUUID(), requestId: null })
}

const startAnew = async ({ auth, catalog }: Owner): Promise<void> => {
  await auth.query('DELETE FROM dead_letters')
  await catalog.query('DELETE FROM dead_letters')
  await catalog.query('DELETE FROM submissions; DELETE FROM authors')
  const [stays, leaves] = knownByPassport
  for (const { id, username } of knownByPassport) {
    await catalog.query('INSERT INTO authors (id, username) VALUES ($1, $2)', [id, username])
  }
  await catalog.query(
    `INSERT INTO submissions (id, author_id, target_name, location, reasons, created_at,
       score, comment_count, flag_count)
     VALUES ('aaaaaaaa', $1, 'Acme', 'Springfield', 'Anvils.', '2026-11-20', 1, 2, 1),
       ('bbbbbbbb', $2, 'Acme', 'Springfield', 'Anvils.', '2026-11-20', 0, 1, 0)`,
    [stays.id, leaves.id],
  )
  await catalog.query(
    `INSERT INTO comments (id, submission_id, author_id, content, created_at)
     VALUES ('00000000-0000-4000-9000-000000000001', 'aaaaaaaa', $1, 'Indeed.', '2026-11-20'),
       ('00000000-0000-4000-9000-000000000002', 'bbbbbbbb', $1, 'Indeed.', '2026-11-20'),
       ('00000000-0000-4000-9000-000000000003', 'aaaaaaaa', $2, 'No.', '2026-11-20')`,
    [stays.id, leaves.id],
  )
  await catalog.query(
    "INSERT INTO votes (submission_id, user_id, value) VALUES ('aaaaaaaa', $1, 1)",
    [leaves.id],
  )
  await catalog.query(
    `INSERT INTO flags (submission_id, user_id, reason, flagged_text)
     VALUES ('aaaaaaaa', $1, 'No.', '{}')`,
    [leaves.id],
  )
}

/** Every row that an event consumer writes, and the rows that depend on one. */
const hashOf = async ({ auth, catalog }: Owner): Promise<string> => {
  const parts = [
    await fingerprint(catalog, 'authors'),
    // Each of several concurrent repeats may increase the version.
    await fingerprint(catalog, "(SELECT to_jsonb(submissions) - 'version' FROM submissions)"),
    await fingerprint(catalog, 'comments'),
    await fingerprint(catalog, 'votes'),
    await fingerprint(catalog, 'flags'),
    // Numbered in order of arrival.
    await fingerprint(catalog, "(SELECT to_jsonb(dead_letters) - 'id' FROM dead_letters)"),
    await fingerprint(auth, "(SELECT to_jsonb(dead_letters) - 'id' FROM dead_letters)"),
  ]
  return parts.join('-')
}

const fingerprint = async (pool: Pool, rows: string): Promise<string> => {
  const { rows: found } = await pool.query<{ hash: string }>(
    `SELECT left(md5(coalesce(string_agg(line, '|' ORDER BY line), '')), 8) AS hash
     FROM (SELECT row_of::text AS line FROM ${rows} AS row_of) AS lines`,
  )
  return onlyRow(found).hash
}
