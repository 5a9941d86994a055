import { randomUUID } from 'node:crypto'
import { type EventPayload, eventDied } from '@answerable/contracts/events'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { openPool, type Pool } from '../db.ts'
import { createLog } from '../log.ts'
import { startRelay } from '../outbox/outbox.ts'
import { cloneDatabase } from '../testing/database.ts'
import { messageOf, newEvent } from '../testing/events.ts'
import { until } from '../testing/until.ts'
import { type DeadLetters, deleteOldDeadLetters, openDeadLetters } from './dead-letters.ts'
import { deadLettersCommand } from './dead-letters-command.ts'
import { memoryBus } from './memory-bus.ts'

const log = createLog({ service: 'test', level: 'silent' })
const database = await cloneDatabase('catalog')
const pool: Pool = openPool({ url: database.url, max: 4, name: 'test', log })
const letters: DeadLetters = openDeadLetters({ pool, log })
const environments = { catalog: { DATABASE_URL: database.url } }

afterAll(async () => {
  letters.stop()
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await pool.query('DELETE FROM outbox')
  await pool.query('DELETE FROM dead_letters')
})

type Letter = EventPayload<ReturnType<typeof eventDied>>

const letter = (changes: Partial<Letter> = {}): Letter => ({
  eventId: randomUUID(),
  subject: 'catalog.submission-changed',
  audience: 'every realtime',
  payload: '{"version":7}',
  requestId: 'request-1',
  attempts: 8,
  error: 'Error: no',
  diedAt: '2026-11-20T10:00:00.000Z',
  ...changes,
})

/** The command's output and exit code. */
const command = async (...parameters: string[]): Promise<{ code: number; text: string }> => {
  const lines: string[] = []
  const take = (chunk: string | Uint8Array): boolean => lines.push(String(chunk)) > 0
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(take),
  )
  try {
    return { code: await deadLettersCommand(parameters, environments), text: lines.join('') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const names = async (): Promise<string[]> =>
  [...(await command('list')).text.matchAll(/^(catalog-\d+) /gm)].map(([, name]) => String(name))

const onlyName = async (): Promise<string> => {
  const [name, ...others] = await names()
  if (name === undefined || others.length > 0) throw new Error('not one letter')
  return name
}

const waitingEvents = async (): Promise<unknown[]> =>
  (await pool.query('SELECT subject, payload, request_id FROM outbox ORDER BY id')).rows

describe('a dead letter', () => {
  test('received several times, in any order, is stored once with the first and last time', async () => {
    const [early, late] = [letter(), letter({ diedAt: '2026-11-20T11:00:00.000Z', attempts: 9 })]
    const again = { ...late, eventId: early.eventId }
    for (const one of [again, early, early, again]) await letters.keep(one)
    await letters.keep({ ...early, audience: 'every gateway' })
    const { rows } = await pool.query(
      'SELECT audience, attempts, first_died_at, last_died_at FROM dead_letters ORDER BY audience',
    )
    const [first, last] = [new Date(early.diedAt), new Date(late.diedAt)]
    expect(rows).toEqual([
      { audience: 'every gateway', attempts: 8, first_died_at: first, last_died_at: first },
      { audience: 'every realtime', attempts: 9, first_died_at: first, last_died_at: last },
    ])
  })

  test('is stored whatever it contains', async () => {
    await letters.keep(
      letter({ eventId: 'a\0b', requestId: '\0', error: '\0\ud800', payload: '"\\u0000"' }),
    )
    expect(await names()).toHaveLength(1)
    const refused = await command('replay', await onlyName())
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('cannot be replayed') })
  })

  test('is deleted after 30 days', async () => {
    await letters.keep(letter())
    await pool.query(
      "UPDATE dead_letters SET last_died_at = now() - interval '29 days 23 hours' WHERE true",
    )
    await deleteOldDeadLetters(pool)
    expect(await names()).toHaveLength(1)
    await pool.query("UPDATE dead_letters SET last_died_at = now() - interval '30 days 1 minute'")
    await deleteOldDeadLetters(pool)
    expect(await names()).toEqual([])
  })
})

describe('the command', () => {
  test('lists letters, most recently died first, with the number that wait', async () => {
    expect(await command('list')).toEqual({ code: 0, text: 'There are no dead letters.\n' })
    await letters.keep(letter({ audience: 'first' }))
    await letters.keep(letter({ audience: 'second', diedAt: '2026-11-20T12:00:00.000Z' }))
    const { code, text } = await command('list')
    expect(code).toBe(0)
    expect(text.split('\n')).toEqual([
      expect.stringMatching(
        /^catalog-\d+ {2}waiting {2}2026-11-20T12:00.* for second {2}Error: no$/,
      ),
      expect.stringMatching(
        /^catalog-\d+ {2}waiting {2}2026-11-20T10:00.* for first {2}Error: no$/,
      ),
      '2 dead letters, 2 waiting.',
      '',
    ])
  })

  test('shows one letter in full without control characters', async () => {
    const one = letter({ error: 'Error: \u001b[2Jgone', payload: '{"name":"\u009bx"}' })
    await letters.keep(one)
    const { code, text } = await command('show', await onlyName())
    expect(code).toBe(0)
    for (const part of [one.eventId, 'every realtime', 'request-1', 'not yet', 'Error:  [2Jgone'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/[\u001b\u009b]/)
  })

  test('replays one under a new id, keeps its record, and replays it again on request', async () => {
    const one = letter()
    await letters.keep(one)
    const name = await onlyName()
    const event = {
      subject: one.subject,
      payload: { version: 7 },
      request_id: 'request-1',
    }
    const { code, text } = await command('replay', name)
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining(name) })
    expect(await waitingEvents()).toEqual([event])
    const { rows } = await pool.query(
      'SELECT replayed_as, outbox.id FROM dead_letters, outbox WHERE replayed_at IS NOT NULL',
    )
    expect(rows).toEqual([{ replayed_as: rows[0]?.id, id: rows[0]?.id }])
    expect(rows[0]?.id).not.toBe(one.eventId)
    expect((await command('list')).text).toContain('1 dead letter, 0 waiting.')
    expect((await command('replay', '--all')).text).toBe('There are no dead letters to replay.\n')
    expect((await command('replay', name)).code).toBe(0)
    expect(await waitingEvents()).toEqual([event, event])
  })

  test('replays all that wait except those without a payload', async () => {
    for (let number = 0; number < 3; number += 1) await letters.keep(letter())
    await letters.keep(letter({ payload: null, audience: 'too long' }))
    expect(await command('replay', '--all')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/3 dead letters replayed\.\n$/),
    })
    expect(await waitingEvents()).toHaveLength(3)
    const [long] = (await command('list')).text.match(/^catalog-\d+(?=.*too long)/m) ?? []
    expect(await command('replay', String(long))).toEqual({
      code: 1,
      text: `The payload of ${long} was too large to store. It cannot be replayed, only dismissed.\n`,
    })
  })

  test('dismisses one that cannot be replayed: it stays stored and no longer counts as waiting', async () => {
    await letters.keep(letter({ payload: null }))
    const name = await onlyName()
    expect(await command('list')).toMatchObject({
      text: expect.stringContaining('1 dead letter, 1 waiting.'),
    })
    expect(await command('dismiss', name)).toEqual({
      code: 0,
      text: `Dismissed ${name}. Its record is kept for 30 days.\n`,
    })
    const { text } = await command('list')
    expect(text).toMatch(/^catalog-\d+ {2}dismissed {2}/)
    expect(text).toContain('1 dead letter, 0 waiting.')
    expect((await command('show', name)).text).toMatch(/^dismissed {3}20/m)
  })

  test('replays a dismissed one only by its id', async () => {
    await letters.keep(letter())
    const name = await onlyName()
    await command('dismiss', name)
    expect((await command('replay', '--all')).text).toBe('There are no dead letters to replay.\n')
    expect((await command('replay', name)).code).toBe(0)
    expect(await waitingEvents()).toHaveLength(1)
  })

  test.each([
    [[], 'Usage'],
    [['dismiss'], 'Usage'],
    [['dismiss', 'catalog-0'], 'There is no dead letter catalog-0'],
    [['show'], 'Usage'],
    [['replay'], 'Usage'],
    [['list', 'more'], 'Usage'],
    [['replay', 'catalog-1', 'catalog-2'], 'Usage'],
    [['remove', 'catalog-1'], 'Usage'],
    [['show', 'catalog-0'], 'There is no dead letter catalog-0'],
    [['replay', '17'], 'There is no dead letter 17'],
    [['replay', 'realtime-1'], 'There is no dead letter realtime-1'],
    [['show', `catalog-${'9'.repeat(40)}`], 'There is no dead letter'],
  ])('refuses %j with exit code 1 and one line with the reason', async (parameters, reason) => {
    const { code, text } = await command(...parameters)
    expect(code).toBe(1)
    expect(text).toContain(reason)
    expect(text.trimEnd()).not.toContain('\n')
  })

  test('reports an unreachable database in one line', async () => {
    const spy = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => spy.mockRestore())
    const nowhere = { catalog: { DATABASE_URL: 'postgres://catalog:x@127.0.0.1:1/none' } }
    expect(await deadLettersCommand(['list'], nowhere)).toBe(1)
    expect(spy.mock.calls).toEqual([[expect.stringMatching(/^.*ECONNREFUSED.*\n$/)]])
  })
})

test('a replay applies an event that an older schema refused', async () => {
  const event = newEvent()
  const busOf = async (payload: typeof event.payload | typeof wider, applied: unknown[]) => {
    const bus = memoryBus({ log })
    await bus.subscribe(eventDied('catalog'), { group: 'catalog' }, (delivery) =>
      letters.keep(delivery.payload),
    )
    await bus.subscribe({ ...event, payload }, { group: 'auth' }, async (delivery) => {
      applied.push(delivery.payload)
    })
    onTestFinished(bus.close)
    return bus
  }
  const wider = z.strictObject({ number: z.union([z.int(), z.string()]) })
  const applied: unknown[] = []
  const before = await busOf(event.payload, applied)
  await before.publish({ ...messageOf(event, 0), payload: { number: 'seven' } })
  await command('replay', await onlyName())
  const after = startRelay({ pool, bus: await busOf(wider, applied), log })
  onTestFinished(after.stop)
  await after.drain()
  await until(() => expect(applied).toEqual([{ number: 'seven' }]))
})
