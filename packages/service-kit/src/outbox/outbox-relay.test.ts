import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Bus, BusMessage } from '../bus/bus.ts'
import { openPool, type Pool } from '../db.ts'
import { createLog } from '../log.ts'
import { noMetrics } from '../observability/metrics.ts'
import { cloneDatabase, type TestDatabase } from '../testing/database.ts'
import { newEvent } from '../testing/events.ts'
import { stopTimersOfTest } from '../testing/still-clock.ts'
import { until } from '../testing/until.ts'
import { appendEvent, appendEvents, type Relay, startRelay } from './outbox.ts'

const log = createLog({ service: 'test', level: 'silent' })
const event = newEvent()

let database: TestDatabase
let pool: Pool
let owner: Pool
let published: BusMessage[]
/** Whether the bus accepts a message. */
let takes: (message: BusMessage) => boolean | Promise<boolean>

const bus: Bus = {
  publish: async (message) => {
    if (!(await takes(message))) throw new Error('refused')
    published.push(message)
  },
  subscribe: async () => {},
  isConnected: () => true,
  close: async () => {},
}

beforeAll(async () => {
  database = await cloneDatabase('catalog')
  pool = openPool({ url: database.url, max: 4, name: 'test', log })
  const url = new URL(database.ownerUrl)
  url.searchParams.set('options', '-c search_path=catalog')
  owner = openPool({ url: url.href, max: 1, name: 'test', log })
})
afterAll(async () => {
  await Promise.all([pool.end(), owner.end()])
  await database.drop()
})
beforeEach(async () => {
  published = []
  takes = () => true
  await pool.query('DELETE FROM outbox')
})

const append = (number: number, requestId: string | null = null) =>
  appendEvent(pool, event, { payload: { number }, requestId })
const numbers = () => published.map(({ payload }) => (payload as { number: number }).number)
const rows = async () => (await pool.query('SELECT FROM outbox')).rows

/** Makes the first event due and returns bounds of its next delay in seconds. */
const failOnce = async () => {
  const { rows: times } = await pool.query<{ before: Date }>(
    'UPDATE outbox SET not_before = now() RETURNING now() AS before',
  )
  await publishDue()
  const { rows: waiting } = await pool.query<{ attempts: number; atLeast: number; atMost: number }>(
    `SELECT attempts, extract(epoch FROM not_before - now())::float8 AS "atLeast",
       extract(epoch FROM not_before - $1)::float8 AS "atMost" FROM outbox ORDER BY id`,
    [times[0]?.before],
  )
  const [{ attempts, atLeast, atMost } = { attempts: 0, atLeast: 0, atMost: 0 }, ...rest] = waiting
  return { attempts, atLeast, atMost, rest: rest.length }
}

const withRelay = async (
  work: (relay: Relay) => Promise<void>,
  options: Partial<Parameters<typeof startRelay>[0]> = {},
): Promise<void> => {
  const relay = startRelay({ pool, bus, log, ...options })
  try {
    await work(relay)
  } finally {
    await relay.stop()
  }
}

/** One pass, by a relay that does not live long enough to begin another one every second. */
const publishDue = (options: Parameters<typeof withRelay>[1] = {}) =>
  withRelay((relay) => relay.drain(), options)

test('an event is published as written under its row id, and the row is deleted', async () => {
  await append(1, 'a-request')
  await append(2)
  const { rows: written } = await pool.query<{ id: string }>('SELECT id FROM outbox ORDER BY id')
  await publishDue()
  expect(published).toEqual([
    { id: written[0]?.id, subject: event.subject, payload: { number: 1 }, requestId: 'a-request' },
    { id: written[1]?.id, subject: event.subject, payload: { number: 2 }, requestId: null },
  ])
  expect(await rows()).toEqual([])
})

test('one wake publishes more than a batch of events in the order of their writes', async () => {
  const many = Array.from({ length: 450 }, (_, number) => number)
  await appendEvents(
    pool,
    event,
    many.map((number) => ({ number })),
  )
  await withRelay(async (relay) => {
    relay.wake()
    await until(async () => expect(await rows()).toEqual([]))
  })
  expect(numbers()).toEqual(many)
})

test('a rejected event stays, waits longer each time, and delays no other', async () => {
  takes = ({ payload }) => (payload as { number: number }).number !== 1
  await append(1)
  await append(2)
  for (const [attempts, wait] of [
    [1, 0.25],
    [2, 0.5],
    [3, 1],
    [4, 2],
    [5, 4],
    [6, 5],
  ] as const) {
    const { atLeast, atMost, ...row } = await failOnce()
    expect(row).toEqual({ attempts, rest: 0 })
    expect(atLeast).toBeLessThanOrEqual(wait)
    expect(atMost).toBeGreaterThan(wait * 0.5)
  }
  expect(numbers()).toEqual([2])
  await pool.query(`UPDATE outbox SET not_before = now() + interval '1 hour'`)
  takes = () => true
  await publishDue()
  expect(numbers()).toEqual([2])
  await pool.query('UPDATE outbox SET not_before = now()')
  await publishDue()
  expect(numbers()).toEqual([2, 1])
  expect(await rows()).toEqual([])
})

test('commits of one pass share a message; after a rejection each is published alone', async () => {
  const listed = { ...event, payload: z.strictObject({ changes: z.array(z.int()) }) }
  const appendChanges = (...changes: number[]) =>
    appendEvent(pool, listed, { payload: { changes }, requestId: null })
  const changesOf = ({ payload }: BusMessage) => listed.payload.parse(payload).changes
  const combined = { subject: listed.subject, condition: () => true }
  for (const change of [1, 2, 3]) await appendChanges(change)
  await publishDue({ combined })
  expect(published.map(changesOf)).toEqual([[1, 2, 3]])
  expect(await rows()).toEqual([])

  takes = (message) => !changesOf(message).includes(5)
  for (const change of [4, 5]) await appendChanges(change)
  await publishDue({ combined })
  expect(await rows()).toHaveLength(2)
  await pool.query('UPDATE outbox SET not_before = now()')
  await appendChanges(6)
  await publishDue({ combined })
  expect(published.map(changesOf)).toEqual([[1, 2, 3], [4], [6]])
  expect(await rows()).toHaveLength(1)
})

test('events are published within seconds without a wake', async () => {
  await withRelay(async () => {
    await append(1)
    await until(() => expect(numbers()).toEqual([1]))
  })
})

test('a wake during a pass publishes the event written with it', async () => {
  // On a slow machine the relay would move on without the publish.
  stopTimersOfTest()
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  takes = async () => {
    begun.resolve()
    await release.promise
    return true
  }
  await append(1)
  await withRelay(async (relay) => {
    relay.wake()
    await begun.promise
    await append(2)
    const drained = relay.drain()
    release.resolve()
    await drained
    expect(numbers()).toEqual([1, 2])
  })
})

test('a stop waits for publishes in flight and starts none', async () => {
  // On a slow machine the relay would move on without the publish.
  stopTimersOfTest()
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  takes = async () => {
    begun.resolve()
    await release.promise
    return true
  }
  await append(1)
  const relay = startRelay({ pool, bus, log })
  relay.wake()
  await begun.promise
  await append(2)
  relay.wake()
  const stopped = relay.stop()
  release.resolve()
  await stopped
  expect(numbers()).toEqual([1])
  takes = () => true
  relay.wake()
  await relay.drain()
  expect(numbers()).toEqual([1])
  expect(await rows()).toHaveLength(1)
})

test('a failure of the table is logged once per outage', async () => {
  let text = ''
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk
      done()
    },
  })
  const ownLog = createLog({ service: 'test', level: 'warn' }, destination)
  const warnings = () =>
    text
      .split('\n')
      .filter((line) => line.includes('publishing outbox events failed, will be retried'))
  await append(1)
  const work = async (relay: Relay): Promise<void> => {
    await owner.query('ALTER TABLE outbox RENAME TO hidden')
    await relay.drain()
    await relay.drain()
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toContain('"err"')
    await owner.query('ALTER TABLE hidden RENAME TO outbox')
    await relay.drain()
    expect(numbers()).toEqual([1])
    await owner.query('ALTER TABLE outbox RENAME TO hidden')
    await relay.drain()
    expect(warnings()).toHaveLength(2)
    await owner.query('ALTER TABLE hidden RENAME TO outbox')
  }
  await withRelay(work, { log: ownLog })
})

test('measures the number of waiting events and the age of the oldest', async () => {
  const figures = new Map<string, { help: string; read: () => unknown }>()
  const metrics = {
    ...noMetrics,
    gauge: ({ name, help }: { name: string; help: string }, read: () => unknown) => {
      figures.set(name, { help, read })
    },
  }
  takes = () => false
  const relay = startRelay({ pool, bus, log, metrics })
  const read = (name: string) => figures.get(name)?.read()
  try {
    expect([...figures.keys()]).toEqual([
      'answerable_outbox_rows',
      'answerable_outbox_oldest_seconds',
    ])
    for (const { help } of figures.values()) expect(help).not.toBe('')
    expect(await read('answerable_outbox_rows')).toBe(0)
    expect(await read('answerable_outbox_oldest_seconds')).toBe(0)
    for (const number of [1, 2, 3]) await append(number)
    await pool.query(
      `UPDATE outbox SET created_at = now() - (4 - (payload->>'number')::int) * interval '1 hour'`,
    )
    expect(await read('answerable_outbox_rows')).toBe(3)
    const seconds = Number(await read('answerable_outbox_oldest_seconds'))
    expect(seconds).toBeGreaterThanOrEqual(3 * 3_600)
    expect(seconds).toBeLessThan(4 * 3_600)
  } finally {
    await relay.stop()
  }
})

test('after a slow pass the relay rests longer, and the last event is published soon', async () => {
  let uses = 0
  const count = () => {
    uses += 1
  }
  takes = () => delay(25, true)
  await withRelay(async (relay) => {
    pool.on('acquire', count)
    const startedAt = performance.now()
    for (let number = 0; number < 150; number += 1) {
      await append(number)
      relay.wake()
    }
    await until(() => expect(numbers()).toHaveLength(150))
    const milliseconds = performance.now() - startedAt
    pool.off('acquire', count)
    expect(uses - 150).toBeLessThanOrEqual(2 + milliseconds / 160)
  })
})

test('under load one pass publishes many events, and the last is published soon', async () => {
  let uses = 0
  const count = () => {
    uses += 1
  }
  await withRelay(async (relay) => {
    pool.on('acquire', count)
    const startedAt = performance.now()
    for (let number = 0; number < 100; number += 1) {
      await append(number)
      relay.wake()
    }
    await until(() => expect(numbers()).toHaveLength(100))
    const milliseconds = performance.now() - startedAt
    pool.off('acquire', count)
    expect(uses - 100).toBeLessThanOrEqual(2 + milliseconds / 35)
  })
})
