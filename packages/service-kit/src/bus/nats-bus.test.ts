import { setImmediate as endOfTurn } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Outages, outagesOf } from '../../../../tests/tools/outages.ts'
import { startNats } from '../../../../tests/tools/servers.ts'
import { createLog } from '../log.ts'
import { collect, messageOf, newEvent, relay } from '../testing/events.ts'
import { until } from '../testing/until.ts'
import type { Bus } from './bus.ts'
import { natsBus } from './nats-bus.ts'

const newServer = async (): Promise<Outages> => {
  const server = await outagesOf('nats', startNats)
  onTestFinished(server.remove)
  return server
}

const busOn = (url: string): Bus => {
  const log = createLog({ service: 'test', level: 'silent' })
  const bus = natsBus({ url, name: 'test', log })
  onTestFinished(bus.close)
  return bus
}

const managerOn = async (url: string) => {
  const connection = await connect({ servers: url })
  onTestFinished(() => connection.close())
  return jetstreamManager(connection)
}

test('stores events on disk for 7 days and detects duplicates for 10 minutes', async () => {
  const url = inject('natsUrl')
  await relay(busOn(url), messageOf(newEvent(), 1))
  const { config } = await (await managerOn(url)).streams.info('CATALOG')
  expect(config).toMatchObject({
    subjects: ['catalog.>'],
    retention: 'limits',
    storage: 'file',
    max_age: 7 * 24 * 3_600 * 1e9,
    duplicate_window: 600 * 1e9,
  })
})

test('delivers events to a group that were published while it had no instance', async () => {
  const url = inject('natsUrl')
  const event = newEvent()
  const gone = busOn(url)
  await collect(gone, event, { group: 'auth' })
  await gone.close()
  const bus = busOn(url)
  await relay(bus, messageOf(event, 1))
  const received = await collect(bus, event, { group: 'auth' })
  await until(() => expect(received).toEqual([1]))
})

test('sends nothing in plain text to a tls:// address', async () => {
  const url = inject('natsUrl').replace('nats://', 'tls://')
  const lines: string[] = []
  const log = createLog({ service: 'test', level: 'warn' }, { write: (line) => lines.push(line) })
  const bus = natsBus({ url, name: 'test', log })
  onTestFinished(bus.close)
  await until(() => expect(lines.join()).toContain("server does not support 'tls'"))
  expect(bus.isConnected()).toBe(false)
})

test('a group is a durable consumer with explicit acknowledgement and unlimited deliveries', async () => {
  const url = inject('natsUrl')
  const event = newEvent()
  await collect(busOn(url), event, { group: 'auth' })
  const durable = `auth-${event.subject.replace('.', '-')}`
  const { config } = await (await managerOn(url)).consumers.info('CATALOG', durable)
  expect(config).toMatchObject({
    durable_name: durable,
    filter_subject: event.subject,
    deliver_policy: 'all',
    ack_policy: 'explicit',
    ack_wait: 30 * 1e9,
    max_deliver: -1,
    max_ack_pending: 20_000,
  })
})

test('2,000 events that wait for a retry delay no other', async () => {
  const url = inject('natsUrl')
  const log = createLog({ service: 'test', level: 'silent' })
  const bus = natsBus({ url, name: 'test', log, retryDelaysMilliseconds: [60_000] })
  onTestFinished(bus.close)
  const event = newEvent()
  let failed = 0
  const applied: number[] = []
  await bus.subscribe(event, { group: 'auth' }, async ({ payload }) => {
    if (payload.number > 0) {
      applied.push(payload.number)
      return
    }
    failed += 1
    throw new Error('poison')
  })
  const poison = Array.from({ length: 2_000 }, () => messageOf(event, 0))
  await Promise.all(poison.map((message) => relay(bus, message)))
  // On a slow machine some wait so long for their first attempt that NATS redelivers them.
  await until(() => expect(failed).toBeGreaterThanOrEqual(poison.length))
  await relay(bus, messageOf(event, 1))
  await until(() => expect(applied).toEqual([1]))
})

test('waits for a server that has not started and rejects publishes until then', async () => {
  const server = await newServer()
  const bus = busOn(server.url)
  const event = newEvent()
  const subscribed = collect(bus, event, { group: 'auth' })
  expect(bus.isConnected()).toBe(false)
  await expect(bus.publish(messageOf(event, 1))).rejects.toThrow()
  await server.start()
  const received = await subscribed
  expect(bus.isConnected()).toBe(true)
  await relay(bus, messageOf(event, 2))
  await until(() => expect(received).toEqual([2]))
})

test('closes at once while the server is down', async () => {
  const server = await newServer()
  const bus = busOn(server.url)
  const subscribed = collect(bus, newEvent(), { group: 'auth' })
  await Promise.all([expect(subscribed).rejects.toThrow(), bus.close()])
})

test('loses no acknowledged event and no subscription when the server is killed', async () => {
  const server = await newServer()
  await server.start()
  const bus = busOn(server.url)
  const event = newEvent()
  const group = await collect(bus, event, { group: 'auth' })
  const instance = await collect(bus, event, { everyInstanceOf: 'test' })
  const before = Array.from({ length: 50 }, (_, number) => number)
  await Promise.all(before.map((number) => relay(bus, messageOf(event, number))))
  // Events in flight at this moment would be redelivered too, but only after the ack wait.
  await until(() => expect([group, instance]).toEqual([before, before].map(inAnyOrder)))
  await server.kill()
  await expect(bus.publish(messageOf(event, 50))).rejects.toThrow()
  await until(() => expect(bus.isConnected()).toBe(false))
  await server.start()
  const late = await collect(busOn(server.url), event, { group: 'moderation' })
  await relay(bus, messageOf(event, 51))
  await until(() => {
    for (const received of [group, instance, late]) {
      expect(received).toEqual(inAnyOrder([...before, 51]))
    }
  })
})

test('declares everything again after the server has lost its disk', async () => {
  const server = await newServer()
  await server.start()
  const bus = busOn(server.url)
  const event = newEvent()
  const group = await collect(bus, event, { group: 'auth' })
  const instance = await collect(bus, event, { everyInstanceOf: 'test' })
  await relay(bus, messageOf(event, 1))
  await until(() => expect([group, instance]).toEqual([[1], [1]]))
  await server.kill()
  await server.loseDisk()
  await server.start()
  await relay(bus, messageOf(event, 2))
  await until(() =>
    expect([group, instance]).toEqual([
      [1, 2],
      [1, 2],
    ]),
  )
})

test('an instance whose consumer the server has deleted receives the missed events', async () => {
  const server = await newServer()
  await server.start()
  const bus = busOn(server.url)
  const event = newEvent()
  const instance = await collect(bus, event, { everyInstanceOf: 'test' })
  await relay(bus, messageOf(event, 1))
  await until(() => expect(instance).toEqual([1]))
  const manager = await managerOn(server.url)
  for await (const { name } of manager.consumers.list('CATALOG')) {
    await manager.consumers.delete('CATALOG', name)
  }
  await relay(bus, messageOf(event, 2))
  await until(() => expect(instance).toEqual([1, 2]))
})

test('rejects a publish within 5 seconds when the server is frozen', async () => {
  const server = await newServer()
  await server.start()
  const bus = busOn(server.url)
  const event = newEvent()
  await relay(bus, messageOf(event, 1))
  server.freeze()
  // On a slow machine the server may still respond for a moment.
  let outcome: unknown
  await until(async () => {
    outcome = await within5Seconds(() => bus.publish(messageOf(event, 2)))
    return outcome !== 'done'
  })
  expect(outcome).toBeInstanceOf(Error)
  // The error is that of the publish, not of a lost connection.
  expect(bus.isConnected()).toBe(true)
  server.thaw()
  await relay(bus, messageOf(event, 3))
})

test('closes within 5 seconds when the server is frozen', async () => {
  const server = await newServer()
  await server.start()
  const bus = busOn(server.url)
  await collect(bus, newEvent(), { group: 'auth' })
  server.freeze()
  expect(await within5Seconds(bus.close)).toBe('done')
})

/** The outcome of a call within 5 seconds of timers; a frozen server sends nothing. */
const within5Seconds = async (call: () => Promise<void>): Promise<unknown> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const ending = call().then(
      () => 'done',
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(5_000)
    return await Promise.race([ending, endOfTurn('too late')])
  } finally {
    vi.useRealTimers()
  }
}

const inAnyOrder = (numbers: readonly number[]): unknown => expect.arrayContaining([...numbers])
