import { openPool, type Pool, transaction } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase, type TestDatabase } from '@answerable/service-kit/testing/database'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordOccurrence } from '../notices/record.ts'
import { batchSize, notifyNextFollowers } from './store.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await cloneDatabase('notifications')
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: database.url, max: 6, name: 'test', log })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  for (const table of ['fan_outs', 'notices', 'follows', 'members', 'mutes'])
    await pool.query(`DELETE FROM ${table}`)
})

const followers = batchSize * 2 + 7

const follow = (kind: string, key: string) =>
  pool.query(
    `INSERT INTO follows (user_id, kind, key, automatic)
     SELECT md5($1 || number)::uuid, $2, $3, false FROM generate_series(1, ${followers}) AS number`,
    ['follower', kind, key],
  )

let occurrences = 0
const record = (more = {}) => {
  occurrences += 1
  const name = `test:${occurrences}`
  const followersOf = [
    { kind: 'country' as const, key: 'FR', notice: 'publication' as const },
    { kind: 'category' as const, key: 'brand', notice: 'publication' as const },
  ]
  return transaction(pool, (db) => recordOccurrence(db, { name, followersOf, ...more }))
}

/** Four instances at once. */
const drain = () =>
  Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (await notifyNextFollowers(pool));
    }),
  )

const count = async (sql: string): Promise<number> =>
  (await pool.query<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`)).rows[0]?.count ?? -1

test('every follower gets one notice of an occurrence, from any number of instances and lists', async () => {
  await follow('country', 'FR')
  await follow('category', 'brand')
  await Promise.all([record(), record(), record()])
  while ((await count('fan_outs')) > 0) await drain()
  expect(await count('notices')).toBe(3 * followers)
  expect(await count('members WHERE unread = 3')).toBe(followers)
})

test('a batch that fails is repeated as a whole', async () => {
  await follow('country', 'FR')
  await record()
  await notifyNextFollowers(pool)
  const broken: Pool = Object.create(pool, {
    connect: {
      value: async () => {
        const client = await pool.connect()
        const query = client.query.bind(client)
        return Object.create(client, {
          query: {
            value: (text: string, values: unknown[]) =>
              text.includes('last_follower = $4')
                ? Promise.reject(new Error('connection lost'))
                : query(text, values),
          },
          release: { value: (error?: Error) => client.release(error) },
        })
      },
    },
  })
  while (await notifyNextFollowers(broken).catch(() => false));
  while (await notifyNextFollowers(pool));
  expect(await count('notices')).toBe(followers)
  expect(await count('members WHERE unread = 1')).toBe(followers)
})

test('the member who caused it, those who muted them, and those who unfollowed get no notice', async () => {
  const [actor, deaf, former, listener] = [newMember(), newMember(), newMember(), newMember()]
  for (const { id } of [actor, deaf, former, listener])
    await pool.query(
      `INSERT INTO follows (user_id, kind, key, active, automatic)
       VALUES ($1, 'country', 'FR', $2, false)`,
      [id, id !== former.id],
    )
  await pool.query(
    'INSERT INTO mutes (user_id, muted_id, muted, version) VALUES ($1, $2, true, 1)',
    [deaf.id, actor.id],
  )
  await record({
    actorId: actor.id,
    to: [deaf, actor].map(({ id }) => ({ userId: id, kind: 'reply' })),
  })
  while (await notifyNextFollowers(pool));
  const { rows } = await pool.query('SELECT user_id FROM notices')
  expect(rows).toEqual([{ user_id: listener.id }])
})

test('a member who follows after it happened gets no notice of it, but follows what it was merged into', async () => {
  const late = newMember()
  const merged = { kind: 'submission', key: 'aaaaaaaa', notice: 'status', alsoFollow: 'bbbbbbbb' }
  await record({ followersOf: [merged] })
  await pool.query(
    `INSERT INTO follows (user_id, kind, key, automatic) VALUES ($1, 'submission', 'aaaaaaaa', false)`,
    [late.id],
  )
  while (await notifyNextFollowers(pool));
  expect(await count('notices')).toBe(0)
  expect(await count("follows WHERE key = 'bbbbbbbb'")).toBe(1)
})

test('a large fan-out does not delay a small one', async () => {
  await follow('country', 'FR')
  await pool.query(
    `INSERT INTO follows (user_id, kind, key, automatic) VALUES (gen_random_uuid(), 'category', 'media', false)`,
  )
  await record()
  const followersOf = [{ kind: 'category' as const, key: 'media', notice: 'publication' as const }]
  const small = await record({ followersOf })
  for (let batch = 0; batch < 3; batch += 1) await notifyNextFollowers(pool)
  expect(await count(`notices WHERE occurrence_id = ${small}`)).toBe(1)
  expect(await count('fan_outs')).toBeGreaterThan(0)
})
