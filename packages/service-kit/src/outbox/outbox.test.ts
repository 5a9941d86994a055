import { expect, onTestFinished, test } from 'vitest'
import type { Bus, BusMessage } from '../bus/bus.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import { openPool } from '../db.ts'
import { createLog } from '../log.ts'
import { cloneDatabase } from '../testing/database.ts'
import { newEvent } from '../testing/events.ts'
import { appendEvent, startRelay } from './outbox.ts'

const log = createLog({ service: 'test', level: 'silent' })

/** A slow bus, so that relays overlap. */
const recordingBus = (): Pick<Bus, 'publish'> & { published: BusMessage[] } => {
  const published: BusMessage[] = []
  return {
    published,
    publish: async (message) => {
      await new Promise((resolve) => setImmediate(resolve))
      published.push(message)
    },
  }
}

test('several relays on one outbox publish every event once', async () => {
  const database = await cloneDatabase('catalog')
  const pools = [1, 2, 3].map(() => openPool({ url: database.url, max: 3, name: 'test', log }))
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await database.drop()
  })
  const [pool] = pools
  if (pool === undefined) throw new Error('no pool')
  const event = newEvent()
  for (let number = 0; number < 500; number += 1) {
    await appendEvent(pool, event, { payload: { number }, requestId: null })
  }
  const bus = { ...recordingBus(), subscribe: async () => {}, isConnected: () => true }
  const whole: Bus = { ...bus, close: async () => {} }
  const relays = pools.map((own) => startRelay({ pool: own, bus: whole, log }))
  await Promise.all(relays.map((relay) => relay.drain()))
  await Promise.all(relays.map((relay) => relay.stop()))
  expect(bus.published).toHaveLength(500)
  expect(new Set(bus.published.map(({ id }) => id)).size).toBe(500)
  expect((await pool.query('SELECT FROM outbox')).rowCount).toBe(0)
})

test('an event with a slow audience delays no other and is published when the audience is done', async () => {
  const database = await cloneDatabase('catalog')
  const pool = openPool({ url: database.url, max: 3, name: 'test', log })
  const bus = memoryBus({ log })
  const event = newEvent()
  const applied: number[] = []
  const release = Promise.withResolvers<void>()
  await bus.subscribe(event, { group: 'auth' }, async ({ payload: { number } }) => {
    if (number === 0) await release.promise
    applied.push(number)
  })
  for (const number of [0, 1])
    await appendEvent(pool, event, { payload: { number }, requestId: null })
  const relay = startRelay({ pool, bus, log })
  onTestFinished(async () => {
    await relay.stop()
    await bus.close()
    await pool.end()
    await database.drop()
  })
  const waiting = async () => (await pool.query('SELECT FROM outbox')).rowCount
  relay.wake()
  await expect.poll(waiting).toBe(1)
  await appendEvent(pool, event, { payload: { number: 2 }, requestId: null })
  relay.wake()
  await expect.poll(() => applied).toEqual([1, 2])
  release.resolve()
  await expect.poll(waiting).toBe(0)
  expect(applied).toEqual([1, 2, 0])
})
