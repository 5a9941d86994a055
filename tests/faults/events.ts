import { userChanged } from '@answerable/contracts/events'
import { ask } from './ask.ts'
import { until } from './program.ts'
import type { Stage } from './stage.ts'

export type EventsResult = { sent: number; wrong: number; milliseconds: number }

const versions = [2, 3, 4, 5, 6]
const copies = 3
const peopleCount = 200
const timeoutMilliseconds = 60_000

/**
 * Changes names five times in auth, publishes each change three times in a random order, and kills bus and
 * consumer meanwhile. In the end catalog must have every newest name.
 */
export const shuffleEvents = async ({ db, site }: Stage): Promise<EventsResult> => {
  const startedAt = performance.now()
  const newest = Math.max(...versions)
  const people = await ask<{ id: string }>(
    db,
    `UPDATE auth.users SET version = $2, username = 'v' || $2 || '-' || left(id::text, 18)
     WHERE id IN (SELECT id FROM catalog.authors WHERE coalesce(version, 0) < $2 LIMIT $1)
     RETURNING id`,
    [peopleCount, newest],
  )
  const events = shuffled(
    people.flatMap(({ id }) =>
      versions.flatMap((version) => Array.from({ length: copies }, () => newName(id, version))),
    ),
  )
  await ask(
    db,
    `INSERT INTO auth.outbox (subject, payload)
     SELECT $1, payload FROM unnest($2::jsonb[]) AS payload`,
    [userChanged.subject, events.map((event) => JSON.stringify(event))],
  )
  site.kill('nats')
  site.kill('catalog')
  const wrongNames = async (): Promise<number> => {
    const [row] = await ask<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM auth.users JOIN catalog.authors USING (id)
       WHERE id = ANY ($1::uuid[])
         AND (authors.username, authors.version) IS DISTINCT FROM (users.username, users.version)`,
      [people.map(({ id }) => id)],
    )
    return row?.count ?? 0
  }
  const isSettled = async () => (await wrongNames()) === 0 && (await isEmpty(db))
  await until('all names are known', isSettled, timeoutMilliseconds).catch(() => {})
  return {
    sent: events.length,
    wrong: await wrongNames(),
    milliseconds: performance.now() - startedAt,
  }
}

const newName = (id: string, version: number) => ({
  user: { id, username: `v${version}-${id.slice(0, 18)}`, role: 'member' },
  version,
  suspended: false,
})

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)

const isEmpty = async (db: Stage['db']): Promise<boolean> => {
  const [row] = await ask<{ count: number }>(db, 'SELECT count(*)::int AS count FROM auth.outbox')
  return row?.count === 0
}
