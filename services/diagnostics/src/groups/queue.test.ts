import { createLog } from '@answerable/service-kit/log'
import { until } from '@answerable/service-kit/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { type Batch, startQueue } from './queue.ts'
import type { Sighting } from './sighting.ts'

const log = createLog({ service: 'test', level: 'silent' })
const noon = new Date('2026-11-20T12:10:00Z')
const later = new Date('2026-11-20T13:05:00Z')

const sighting = (number: number, release: string | null = null): Sighting => ({
  fingerprint: number.toString(16).padStart(64, '0'),
  rule: null,
  release,
  example: { errorType: 'Error', errorMessage: '', stackTrace: null, userAction: null },
})

const total = (batches: readonly Batch[]): number =>
  batches.flatMap(({ reportsByHour }) => [...reportsByHour.values()]).reduce((a, b) => a + b, 0)

const open = (write: (batches: readonly Batch[]) => Promise<void>, maxGroups = 500) => {
  const queue = startQueue({ write, log, maxGroups })
  onTestFinished(() => queue.stop())
  return queue
}

test('a flood of one error is stored as one group with hourly counts', async () => {
  const written: Batch[] = []
  const queue = open(async (batches) => void written.push(...batches))
  for (let count = 0; count < 5_000; count += 1) queue.push(sighting(1), noon)
  queue.push(sighting(1, 'index-DkA92xZq'), later)
  queue.push(sighting(1), later)
  await queue.stop()
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject({
    firstAt: noon,
    lastAt: later,
    sighting: { release: 'index-DkA92xZq' },
  })
  expect([...(written[0]?.reportsByHour ?? [])]).toEqual([
    [Date.parse('2026-11-20T12:00:00Z'), 5_000],
    [Date.parse('2026-11-20T13:00:00Z'), 2],
  ])
})

test('a full queue drops new groups and still counts reports of queued groups', async () => {
  const written: Batch[] = []
  const queue = open(async (batches) => void written.push(...batches), 3)
  for (let number = 0; number < 10; number += 1) queue.push(sighting(number), noon)
  queue.push(sighting(0), noon)
  await queue.stop()
  expect(written).toHaveLength(3)
  expect(total(written)).toBe(4)
})

test('while the database is away reports wait, and each is written once when it is back', async () => {
  const written: Batch[] = []
  let attempts = 0
  const queue = open(async (batches) => {
    attempts += 1
    if (attempts === 1) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    written.push(...batches)
  })
  queue.push(sighting(1), noon)
  await until(() => expect(attempts).toBe(1))
  queue.push(sighting(1), later)
  queue.push(sighting(2), later)
  await until(() => expect(total(written)).toBe(3))
  expect(written).toHaveLength(2)
})

test('rows that the database rejects are not retried', async () => {
  let attempts = 0
  const queue = open(async () => {
    attempts += 1
    throw new Error('not today')
  })
  queue.push(sighting(1), noon)
  await until(() => expect(attempts).toBe(1))
  await queue.stop()
  expect(attempts).toBe(1)
})

test('stop writes the queued reports and accepts no more', async () => {
  const written: Batch[] = []
  const queue = open(async (batches) => void written.push(...batches))
  queue.push(sighting(1), noon)
  await queue.stop()
  queue.push(sighting(2), noon)
  await queue.stop()
  expect(total(written)).toBe(1)
})
