import { type EventPayload, eventDied } from '@answerable/contracts/events'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../log.ts'
import { collect, messageOf, newEvent, relay, type TestEvent } from '../testing/events.ts'
import { until } from '../testing/until.ts'
import type { Bus, BusMessage, BusOptions, DeadLetter } from './bus.ts'
import { messageAbout } from './dead-letter-message.ts'
import { memoryBus } from './memory-bus.ts'
import { natsBus } from './nats-bus.ts'

const catalogEventDied = eventDied('catalog')

/** One bus, with connections for two instances of a service. */
const memoryInstances = (options: BusOptions): [Bus, Bus] => {
  const bus = memoryBus(options)
  return [bus, bus]
}

const natsInstances = (options: BusOptions): [Bus, Bus] => {
  const connect = () => natsBus({ ...options, url: inject('natsUrl'), name: 'test' })
  return [connect(), connect()]
}

describe.each([
  { adapter: 'in process', instances: memoryInstances },
  { adapter: 'over NATS', instances: natsInstances },
])('the event bus $adapter', ({ instances }) => {
  const open = (options: Partial<BusOptions> = {}): [Bus, Bus] => {
    const buses = instances({
      log: createLog({ service: 'test', level: 'silent' }),
      retryDelaysMilliseconds: [10],
      ...options,
    })
    onTestFinished(async () => {
      await Promise.all(buses.map((bus) => bus.close()))
    })
    return buses
  }

  /** Collects the dead letters that the event's owner receives. */
  const openWithLetters = async (event: TestEvent) => {
    const [bus] = open()
    const letters: EventPayload<typeof catalogEventDied>[] = []
    await bus.subscribe(catalogEventDied, { everyInstanceOf: 'test' }, async ({ payload }) => {
      if (payload.subject === event.subject) letters.push(payload)
    })
    return { bus, letters }
  }

  test('delivers an event once to each group and once to each subscriber of every instance', async () => {
    const [one, other] = open()
    const event = newEvent()
    const shared = [
      await collect(one, event, { group: 'auth' }),
      await collect(other, event, { group: 'auth' }),
    ]
    const whole = [
      await collect(other, event, { group: 'moderation' }),
      await collect(one, event, { everyInstanceOf: 'test' }),
      await collect(other, event, { everyInstanceOf: 'test' }),
    ]
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    await Promise.all(numbers.map((number) => relay(one, messageOf(event, number))))
    await until(() => {
      for (const received of [shared.flat(), ...whole]) {
        expect(received.toSorted((a, b) => a - b)).toEqual(numbers)
      }
    })
  })

  test('carries id, payload and request id, and counts the first attempt as 1', async () => {
    const [bus] = open()
    const event = newEvent()
    const deliveries: unknown[] = []
    await bus.subscribe(event, { group: 'auth' }, async (delivery) => {
      deliveries.push(delivery)
    })
    const message = { ...messageOf(event, 1), requestId: 'request-1' }
    await relay(bus, message)
    await until(() =>
      expect(deliveries).toEqual([
        { id: message.id, payload: { number: 1 }, requestId: 'request-1', attempt: 1 },
      ]),
    )
  })

  test('delivers a message once when it is published twice', async () => {
    const [bus, other] = open()
    const event = newEvent()
    const audiences = [
      await collect(bus, event, { group: 'auth' }),
      await collect(bus, event, { everyInstanceOf: 'test' }),
    ]
    const message = messageOf(event, 1)
    await Promise.all([relay(bus, message), relay(other, message)])
    await relay(bus, message)
    await relay(bus, messageOf(event, 2))
    await until(() => {
      for (const received of audiences) expect(received.toSorted()).toEqual([1, 2])
    })
  })

  test.each([{ everyInstanceOf: 'test' }, { group: 'auth' }] as const)(
    'delivers again, with a growing attempt, to a handler of %o that throws',
    async (audience) => {
      const [bus] = open()
      const event = newEvent()
      const attempts: number[] = []
      await bus.subscribe(event, audience, async ({ attempt }) => {
        attempts.push(attempt)
        if (attempt < 4) throw new Error('not yet')
      })
      const bystander = await collect(bus, event, { group: 'moderation' })
      await relay(bus, messageOf(event, 1))
      await until(() => expect(attempts).toEqual([1, 2, 3, 4]))
      await until(() => expect(bystander).toEqual([1]))
    },
  )

  test('an event that waits for a retry delays no other', async () => {
    const [bus] = open({ retryDelaysMilliseconds: [3_600_000] })
    const event = newEvent()
    const healthy: number[] = []
    const failed = Promise.withResolvers<void>()
    await bus.subscribe(event, { group: 'auth' }, async ({ payload }) => {
      if (payload.number > 0) {
        healthy.push(payload.number)
        return
      }
      failed.resolve()
      throw new Error('poison')
    })
    // The in-process bus resolves a publish once the event is applied.
    void bus.publish(messageOf(event, 0)).catch(() => {})
    await failed.promise
    await relay(bus, messageOf(event, 1))
    await until(() => expect(healthy).toEqual([1]))
  })

  test('makes an event a dead letter after 8 attempts', async () => {
    const event = newEvent()
    const { bus, letters } = await openWithLetters(event)
    const attempts: number[] = []
    await bus.subscribe(event, { group: 'auth' }, async ({ attempt }) => {
      attempts.push(attempt)
      throw new Error('poison')
    })
    const poison = messageOf(event, 0)
    await relay(bus, poison)
    await until(() => expect(letters).toHaveLength(1))
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(letters).toEqual([
      {
        eventId: poison.id,
        subject: event.subject,
        audience: 'auth',
        payload: '{"number":0}',
        requestId: null,
        attempts: 8,
        error: 'Error: poison',
        diedAt: expect.any(String),
      },
    ])
  })

  test('makes an event a dead letter at once if it does not match its schema', async () => {
    const event = newEvent()
    const { bus, letters } = await openWithLetters(event)
    const received = await collect(bus, event, { group: 'auth' })
    const misfit: BusMessage = { ...messageOf(event, 0), payload: { number: 'many' } }
    await relay(bus, misfit)
    await relay(bus, messageOf(event, 1))
    await until(() => expect(letters).toMatchObject([{ eventId: misfit.id, attempts: 1 }]))
    await until(() => expect(received).toEqual([1]))
  })

  test('applies an event of a newer version without its unknown fields', async () => {
    const plain = newEvent()
    const inner = z.strictObject({ name: z.string() })
    const event = { ...plain, payload: z.strictObject({ number: z.int(), inner: z.array(inner) }) }
    const { bus, letters } = await openWithLetters(plain)
    const payloads: unknown[] = []
    await bus.subscribe(event, { group: 'auth' }, async ({ payload }) => {
      payloads.push(payload)
    })
    const payload = {
      number: 1,
      inner: [{ name: 'a', more: { at: 1 } }, { name: 'b' }],
      later: [2],
    }
    const misfit = { ...messageOf(plain, 0), payload: { ...payload, number: 'many' } }
    await relay(bus, misfit)
    await relay(bus, { ...messageOf(plain, 1), payload })
    await until(() =>
      expect(payloads).toEqual([{ number: 1, inner: [{ name: 'a' }, { name: 'b' }] }]),
    )
    await until(() => expect(letters).toMatchObject([{ eventId: misfit.id, attempts: 1 }]))
    expect(letters[0]?.error).not.toContain('later')
  })

  test('a dead letter causes no further letter and is redelivered until it is stored', async () => {
    const deaths: DeadLetter[] = []
    const [bus] = open({ onDeadLetter: (letter) => deaths.push(letter) })
    const event = newEvent()
    const attempts: number[] = []
    await bus.subscribe(catalogEventDied, { everyInstanceOf: 'test' }, async (delivery) => {
      if (delivery.payload.subject !== event.subject) return
      attempts.push(delivery.attempt)
      if (attempts.length < 12) throw new Error('no database')
    })
    await collect(bus, event, { group: 'auth' })
    await relay(bus, { ...messageOf(event, 0), payload: null })
    await until(() => expect(attempts).toEqual(Array.from({ length: 12 }, (_, index) => index + 1)))
    await until(() => expect(deaths).toMatchObject([{ message: { subject: event.subject } }]))
  })

  test('drops an invalid dead letter', async () => {
    const deaths: DeadLetter[] = []
    const [bus] = open({ onDeadLetter: (letter) => deaths.push(letter) })
    const event = newEvent()
    const read: string[] = []
    await bus.subscribe(catalogEventDied, { everyInstanceOf: 'test' }, async ({ payload }) => {
      if ([event.subject, 'auth.user-changed'].includes(payload.subject)) read.push(payload.eventId)
    })
    await relay(bus, { ...messageOf(event, 0), subject: catalogEventDied.subject })
    // A letter about another owner's event, which catalog must never send.
    const foreign = messageAbout({
      message: { ...messageOf(event, 0), subject: 'auth.user-changed' },
      audience: 'auth',
      attempts: 1,
      error: new Error('forged'),
    })
    await relay(bus, { ...foreign, subject: catalogEventDied.subject })
    await collect(bus, event, { group: 'auth' })
    const misfit = { ...messageOf(event, 0), payload: null }
    await relay(bus, misfit)
    await until(() => expect(read).toEqual([misfit.id]))
    expect(deaths).toHaveLength(1)
  })

  test('a dead letter omits an overlong payload and mail addresses in the error', async () => {
    const event = newEvent()
    const { bus, letters } = await openWithLetters(event)
    await bus.subscribe(event, { group: 'auth' }, async () => {
      throw new Error('somebody@example.org cannot be found')
    })
    await relay(bus, { ...messageOf(event, 0), payload: { number: 'x'.repeat(150_000) } })
    await relay(bus, messageOf(event, 1))
    await until(() => expect(letters).toHaveLength(2))
    const [long, failed] = letters.toSorted((a, b) => a.attempts - b.attempts)
    expect(long).toMatchObject({ payload: null, attempts: 1 })
    expect(failed?.error).toBe('Error: [address] cannot be found')
  })

  test('closes after running handlers and accepts nothing afterwards', async () => {
    const [bus] = open()
    const event = newEvent()
    const order: string[] = []
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await bus.subscribe(event, { group: 'auth' }, async () => {
      started.resolve()
      await release.promise
      order.push('handled')
    })
    const published = relay(bus, messageOf(event, 1))
    await started.promise
    const closed = bus.close().then(() => order.push('closed'))
    await expect(bus.publish(messageOf(event, 2))).rejects.toThrow()
    expect(bus.isConnected()).toBe(false)
    release.resolve()
    await Promise.all([published, closed])
    expect(order).toEqual(['handled', 'closed'])
  })
})

describe('the event bus in process', () => {
  const log = createLog({ service: 'test', level: 'silent' })

  test('rejects a publish until every audience has applied the event', async () => {
    const bus = memoryBus({ log, retryDelaysMilliseconds: [0] })
    const event = newEvent()
    const attempts: number[] = []
    await bus.subscribe(event, { group: 'auth' }, async ({ attempt }) => {
      attempts.push(attempt)
      if (attempt === 1) throw new Error('not yet')
    })
    const bystander = await collect(bus, event, { group: 'moderation' })
    const message = messageOf(event, 1)
    await expect(bus.publish(message)).rejects.toThrow()
    await bus.publish(message)
    expect(attempts).toEqual([1, 2])
    expect(bystander).toEqual([1])
  })

  test('waits before the next attempt even if the row is published again', async () => {
    const bus = memoryBus({ log, retryDelaysMilliseconds: [60_000] })
    const event = newEvent()
    const attempts: number[] = []
    await bus.subscribe(event, { group: 'auth' }, async ({ attempt }) => {
      attempts.push(attempt)
      throw new Error('never')
    })
    const message = messageOf(event, 1)
    for (let publish = 0; publish < 20; publish += 1) {
      await expect(bus.publish(message)).rejects.toThrow()
    }
    expect(attempts).toEqual([1])
  })

  test('accepts nothing before all services have subscribed', async () => {
    let hasStarted = false
    const bus = memoryBus({ log, isOpen: () => hasStarted })
    const event = newEvent()
    const message = messageOf(event, 1)
    await expect(bus.publish(message)).rejects.toThrow()
    const received = await collect(bus, event, { group: 'auth' })
    hasStarted = true
    await bus.publish(message)
    expect(received).toEqual([1])
  })
})
