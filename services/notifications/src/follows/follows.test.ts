import { participationChanged } from '@answerable/contracts/events'
import {
  changeFollowSettings,
  followLimits,
  followThing,
  listFollows,
  readFollowSettings,
  unfollowThing,
} from '@answerable/contracts/follows'
import { searchKeyOf } from '@answerable/contracts/search-key'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { untilAvailable } from '@answerable/service-kit/testing/until-available'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '../service.ts'
import { type FakeCatalog, startFakeCatalog, submissionOf } from '../testing/catalog.ts'
import { publish } from '../testing/events.ts'
import { followAutomatically } from './store.ts'

let catalog: FakeCatalog
let service: TestService
let pool: Pool

beforeAll(async () => {
  catalog = await startFakeCatalog()
  catalog.submissions.push(
    submissionOf('aaaaaaaa'),
    submissionOf('removed1', { approved: false }),
    submissionOf('merged01', { approved: false, mergedInto: 'aaaaaaaa' }),
  )
  catalog.businesses.push({ id: 'bbbbbbbb', slug: 'acme', name: 'Acme', mergedInto: null })
  service = await startTestService(notifications, {
    AUTH_URL: 'http://127.0.0.1:9',
    CATALOG_URL: catalog.url,
  })
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: service.database.url, max: 2, name: 'test', log })
})
afterAll(async () => {
  await pool.end()
  await service.stop()
  await catalog.stop()
})

type Params = Parameters<typeof service.call<typeof followThing>>[1]['params']

const put = (params: Params, viewer = newMember()) =>
  untilAvailable(() => service.call(followThing, { params }, { viewer }))

const followed = async (viewer: ReturnType<typeof newMember>, query = {}) =>
  (await untilAvailable(() => service.call(listFollows, { query }, { viewer }))).body

test('a member follows each kind of thing and reads them with their names, newest first', async () => {
  const viewer = newMember()
  const search = { q: 'Kaffee ☕ mit Milch', category: 'brand', country: 'DE' } as const
  const things = [
    { kind: 'submission', key: 'aaaaaaaa' },
    { kind: 'business', key: 'bbbbbbbb' },
    { kind: 'country', key: 'FR' },
    { kind: 'category', key: 'food-beverage' },
    { kind: 'search', key: searchKeyOf(search) },
  ] as const
  for (const thing of [...things, ...things]) expect((await put(thing, viewer)).status).toBe(204)
  const list = await followed(viewer)
  expect(list.map(({ kind, key }) => ({ kind, key }))).toEqual(things.toReversed())
  expect(list).toMatchObject([
    { search: { ...search, q: 'kaffee ☕ mit milch' } },
    { category: 'food-beverage' },
    { country: 'FR' },
    { business: { name: 'Acme' } },
    { submission: { targetName: 'Target aaaaaaaa' }, automatic: false },
  ])
  expect(await followed(viewer, { kind: 'business', key: 'bbbbbbbb' })).toHaveLength(1)
  expect(await followed(viewer, { kind: 'business', key: 'cccccccc' })).toEqual([])
})

test('nobody else reads or ends a follow', async () => {
  const [viewer, other] = [newMember(), newMember()]
  const params = { kind: 'country', key: 'NO' } as const
  await put(params, viewer)
  await service.call(unfollowThing, { params }, { viewer: other })
  expect(await followed(other)).toEqual([])
  expect(await followed(viewer)).toHaveLength(1)
  await service.call(unfollowThing, { params }, { viewer })
  await service.call(unfollowThing, { params }, { viewer })
  expect(await followed(viewer)).toEqual([])
})

test.each([
  ['submission', 'missing1', 404],
  ['submission', 'removed1', 404],
  ['submission', 'merged01', 204],
  ['business', 'missing1', 404],
  ['submission', 'too-long-id', 400],
  ['country', 'XX', 400],
  ['country', 'fr', 400],
  ['category', 'none', 400],
  ['search', 'bm90aGluZw', 400],
  ['search', `${searchKeyOf({ q: 'a' })}x`, 400],
  ['person', 'aaaaaaaa', 400],
])('following %s %s is %i', async (kind, key, status) => {
  expect((await put({ kind, key } as Params)).status).toBe(status)
})

test('while catalog is away, following a country works and following a submission is 503', async () => {
  const alone = await startTestService(notifications, {
    AUTH_URL: 'http://127.0.0.1:9',
    CATALOG_URL: 'http://127.0.0.1:9',
  })
  try {
    const viewer = newMember()
    const statusOf = async (params: Params) =>
      (await alone.call(followThing, { params }, { viewer })).status
    expect(await statusOf({ kind: 'country', key: 'FR' })).toBe(204)
    expect(await statusOf({ kind: 'submission', key: 'aaaaaaaa' })).toBe(503)
  } finally {
    await alone.stop()
  }
})

test('the number of followed searches is limited, also for simultaneous calls', async () => {
  const viewer = newMember()
  const keys = Array.from({ length: followLimits.searches + 5 }, (_, at) =>
    searchKeyOf({ q: `word ${at}` }),
  )
  const responses = await Promise.all(keys.map((key) => put({ kind: 'search', key }, viewer)))
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(followLimits.searches)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(5)
  expect(await followed(viewer)).toHaveLength(followLimits.searches)
})

test('following and ending searches again and again stores nothing', async () => {
  const viewer = newMember()
  for (const q of ['one', 'two', 'three']) {
    const params = { kind: 'search', key: searchKeyOf({ q }) } as const
    expect((await put(params, viewer)).status).toBe(204)
    await service.call(unfollowThing, { params }, { viewer })
  }
  const { rows } = await pool.query('SELECT FROM follows WHERE user_id = $1', [viewer.id])
  expect(rows).toEqual([])
})

test('writing follows, unless it is turned off or the member has unfollowed the submission', async () => {
  const viewer = newMember()
  const params = { kind: 'submission', key: 'aaaaaaaa' } as const
  const settings = async () => (await service.call(readFollowSettings, {}, { viewer })).body
  expect(await settings()).toEqual({ automatic: true, joining: true })
  await followAutomatically(pool, [{ userId: viewer.id, submissionId: 'aaaaaaaa' }])
  expect(await followed(viewer)).toMatchObject([{ key: 'aaaaaaaa', automatic: true }])
  await service.call(unfollowThing, { params }, { viewer })
  await followAutomatically(pool, [{ userId: viewer.id, submissionId: 'aaaaaaaa' }])
  expect(await followed(viewer)).toEqual([])

  await service.call(changeFollowSettings, { body: { automatic: false } }, { viewer })
  expect(await settings()).toEqual({ automatic: false, joining: true })
  await followAutomatically(pool, [{ userId: viewer.id, submissionId: 'merged01' }])
  expect(await followed(viewer)).toEqual([])
  await put(params, viewer)
  expect(await followed(viewer)).toMatchObject([{ automatic: false }])
})

test('joining follows, which can be turned off without turning off the follows of writing', async () => {
  const [viewer, other] = [newMember(), newMember()]
  const join = (userId: string, submissionId: string, joined = true) =>
    publish(service.bus, participationChanged, {
      changes: [{ submissionId, userId, joined, version: 2 }],
    })
  await join(viewer.id, 'aaaaaaaa')
  await join(viewer.id, 'aaaaaaaa', false)
  expect(await followed(viewer)).toMatchObject([{ key: 'aaaaaaaa', automatic: true }])
  await service.call(
    changeFollowSettings,
    { body: { automatic: true, joining: false } },
    { viewer: other },
  )
  await service.call(changeFollowSettings, { body: { automatic: true } }, { viewer: other })
  await join(other.id, 'aaaaaaaa')
  expect(await followed(other)).toEqual([])
  await followAutomatically(pool, [{ userId: other.id, submissionId: 'aaaaaaaa' }])
  expect(await followed(other)).toMatchObject([{ key: 'aaaaaaaa' }])
})

test('many joins of an event follow together, each member up to the limit', async () => {
  const [viewer, other] = [newMember(), newMember()]
  await pool.query(
    `INSERT INTO follows (user_id, kind, key, automatic)
     SELECT $1, 'submission', 'bbbbb' || lpad(n::text, 3, '0'), true FROM generate_series(1, $2::integer) AS n`,
    [viewer.id, followLimits.all - 2],
  )
  const joined = ['aaaaaaa1', 'aaaaaaa2', 'aaaaaaa3']
  const changes = [viewer, other].flatMap(({ id: userId }) =>
    joined.map((submissionId) => ({ submissionId, userId, joined: true, version: 2 })),
  )
  for (const _ of ['first', 'repeated'])
    await publish(service.bus, participationChanged, { changes })
  const { rows } = await pool.query(
    `SELECT count(*) FILTER (WHERE user_id = $1) AS viewer, count(*) FILTER (WHERE user_id = $2) AS other
     FROM follows`,
    [viewer.id, other.id],
  )
  expect(rows).toEqual([{ viewer: followLimits.all, other: joined.length }])
})
